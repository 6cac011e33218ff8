import AppStore
import Cryptography
import FoundationEssentials
import HTTPClient
import InterlockAPI
import StoreSigner
import TestSupport
import Testing

@testable import Service

/// Field cases of deliveries: after a cancellation, twice, late, or by one road only.
@Suite("Field cases: delivery", .serialized)
struct FieldCasesDelivery {
    /// What a device said, and how the payment then became known.
    struct Advice: Sendable, CustomStringConvertible {
        let result: String
        let road: FieldCasesPending.Road

        var description: String { "\(result), then paid by \(road)" }
    }

    static let advices = ["cancelled", "failed"].flatMap { result in
        [FieldCasesPending.Road.result, .device, .notification].map {
            Advice(result: result, road: $0)
        }
    }

    @Test(arguments: advices)
    func `what a device says of its purchase is advice: a payment fulfils it`(
        advice: Advice
    ) async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let intent = try await phone.granted("monthly")
            let closed = try await phone.told(
                intent, "{\"result\":\"\(advice.result)\",\"error\":\"E_UNKNOWN\"}")
            #expect(closed.status.rawValue == advice.result)
            #expect(try await phone.state().product("monthly")?.status == .available)
            let paid = fixture.bought("1", "monthly", ago: -10, token: intent.appAccountToken)
            switch advice.road {
            case .result:
                let signed = try fixture.signed(paid)
                try await phone.told(
                    intent, "{\"result\":\"purchased\",\"signed_transaction\":\"\(signed)\"}")
            case .notification: try await fixture.tell("SUBSCRIBED", "INITIAL_BUY", paid)
            default: try await phone.upload(paid, fixture)
            }
            let settled = try await phone.intent(intent.id)
            #expect(settled.status == .completed && settled.settledLate)
            #expect(settled.transactionID == "1")
            #expect(try await phone.state().product("monthly")?.status == .owned)
        }
    }

    @Test func `the same transaction as result and as update counts once an environment`()
        async throws
    {
        try await ServiceFixture.with(environments: [.sandbox, .production]) { fixture in
            for (account, isReportedFirst) in [("ann", true), ("bob", false)] {
                let phone = try fixture.device(account, "phone")
                let reserved = try await phone.post(
                    "/v1/intents",
                    #"{"product_id":"monthly","request_id":"r","environment":"Sandbox"}"#)
                let intent = try reserved.read(IntentEnvelope.self).intent
                let paid = fixture.bought(account, "monthly", ago: -10)
                let signed = try fixture.signed(paid)
                let report = "{\"result\":\"purchased\",\"signed_transaction\":\"\(signed)\"}"
                var outcomes: [TransactionOutcome] = []
                if isReportedFirst { try await phone.told(intent, report) }
                for _ in 0..<2 { outcomes.append(try await phone.upload(paid, fixture).outcome) }
                #expect(outcomes == [isReportedFirst ? .known : .recorded, .known])
                #expect(try await phone.told(intent, report).transactionID == account)

                // The same id in the other environment is another purchase.
                var other = paid
                other.environment = "Production"
                #expect(try await phone.upload(other, fixture).outcome == .recorded)
                let rows = try await fixture.ledger("transaction_id=\(account)")
                #expect(Set(rows.map(\.environment)) == [.sandbox, .production])
                for place in ["Sandbox", "Production"] {
                    let state = try await phone.send(.get, "/v1/state?environment=\(place)")
                        .read(StateDocument.self)
                    #expect(state.entitlements.map(\.transactionID) == [account])
                }
            }
        }
    }

    @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0, 1, 2]])
    func `signed again, a transaction is the same one, in its newest words`(
        order: [Int]
    ) async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let paid = fixture.bought("1", "monthly")
            let copies = (0..<3).map { number in
                var copy = paid
                copy.signedDate = paid.purchaseDate + Int64(number) * 1_000
                copy.extra = [
                    "deviceVerification": .string("v\(number)"),
                    "deviceVerificationNonce": .string("n\(number)"),
                ]
                return copy
            }
            try await phone.upload(copies[order[0]], fixture)
            let etag = try await phone.state().etag
            for index in order.dropFirst() { try await phone.upload(copies[index], fixture) }
            let rows = try await fixture.ledger("account_id=ann")
            #expect(rows.count == 1)
            #expect(rows.first?.signedAt.milliseconds == paid.purchaseDate + 2_000)
            #expect(try await phone.state().etag == etag, "nobody is woken for a signature")
        }
    }

    @Test func `a renewal that arrives many times at once is recorded once`() async throws {
        try await ServiceFixture.with { fixture in
            let devices = try (0..<16).map { try fixture.device("ann", "device-\($0)") }
            let first = fixture.bought("1", "monthly", ago: ServiceFixture.hour)
            try await devices[0].upload(first, fixture)
            let renewed = try fixture.signed(fixture.bought("2", "monthly", line: "1"))
            let results = try await withThrowingTaskGroup { group in
                for device in devices {
                    group.addTask { try await device.upload([renewed, renewed]) }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(results.allSatisfy { $0.transactionID == "2" })
            #expect(results.count { $0.outcome == .recorded } == 1)
            #expect(results.count { $0.outcome == .known } == 31)
            #expect(try await fixture.ledger("original_transaction_id=1").count == 2)
        }
    }

    @Test func `without a word of the client, the store's notification grants`() async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let tokens = try await ["lifetime", "coins", "season"].asyncMap { product in
                let intent = try await phone.reserve(product)
                // A product that the catalog lacks is bought without an intent.
                return intent.status == 201
                    ? try intent.read(IntentEnvelope.self).intent.appAccountToken : nil
            }
            let token = try #require(tokens[0])
            #expect(tokens[1] == token, "an account's token is the same on every purchase")
            let kinds = [
                "lifetime": "Non-Consumable", "coins": "Consumable",
                "season": "Non-Renewing Subscription",
            ]
            for (product, type) in kinds {
                let paid = fixture.bought(product, product, ago: -10, token: token) {
                    $0.type = type
                    $0.subscriptionGroup = nil
                    $0.extra = ["futureField": ["deep": "kept"]]
                }
                try await fixture.tell("ONE_TIME_CHARGE", nil, paid)
            }
            let owned = try await phone.entitlements()
            #expect(owned.map(\.productID) == ["lifetime", "season"])
            #expect(owned.allSatisfy { $0.state == .active && $0.entitled })
            let rows = try await fixture.ledger("account_id=ann")
            #expect(Set(rows.map(\.transactionID)) == ["lifetime", "coins", "season"])
            #expect(rows.allSatisfy { $0.firstSource == "notification" })
            let kept = try await fixture.ask(
                """
                select count(*) filter (where snapshot -> 'futureField' ->> 'deep' = 'kept')
                    || ' of ' || count(*) from interlock.store_transaction
                """)
            #expect(kept == "3 of 3")
        }
    }

    @Test func `while the database fails, nothing is acknowledged, and what is sent again counts`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let intent = try await phone.granted("lifetime")
            let paid = fixture.bought("1", "lifetime", ago: -10, token: intent.appAccountToken)
            let signed = try fixture.notification("ONE_TIME_CHARGE", nil, paid)
            try await fixture.ask("alter table interlock.purchase_line rename to away")
            let refused = try await fixture.post(notification: signed)
            #expect((500..<600).contains(refused.status))
            #expect(try refused.read(Problem.self).retryable)
            let upload = try await phone.post(
                "/v1/transactions", "{\"signed_transactions\":[\"\(try fixture.signed(paid))\"]}")
            #expect((500..<600).contains(upload.status))
            try await fixture.ask("alter table interlock.away rename to purchase_line")
            #expect(try await phone.entitlements().isEmpty)
            #expect(try await fixture.post(notification: signed).status == 200)
            #expect(try await phone.entitlements().map(\.productID) == ["lifetime"])
            #expect(try await phone.intent(intent.id).status == .completed)
        }
    }

    @Test func `consumables are in the ledger alone, one row for each payment`() async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            for id in ["1", "2"] {
                let intent = try await phone.granted("coins")
                let paid = fixture.bought(id, "coins", ago: -10) { $0.quantity = 3 }
                #expect(try await phone.upload(paid, fixture).intentID == intent.id)
                // Finished or not, it may be delivered again.
                #expect(try await phone.upload(paid, fixture).outcome == .known)
            }
            let state = try await phone.state()
            #expect(state.product("coins")?.status == .available)
            #expect(state.entitlements.isEmpty)
            #expect(try await phone.entitlements().isEmpty)
            let rows = try await fixture.ledger("account_id=ann")
            #expect(Set(rows.map(\.transactionID)) == ["1", "2"])
            #expect(rows.allSatisfy { $0.quantity == 3 && $0.accountID == "ann" })
        }
    }

    @Test func `an error, another try, two payments: both are granted, and a person is told`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let first = try await phone.granted("coins")
            try await phone.told(first, #"{"result":"failed","error":"E_NETWORK"}"#)
            let second = try await phone.granted("coins")
            let again = fixture.bought("2", "coins", ago: -10)
            #expect(try await phone.upload(again, fixture).intentID == second.id)
            var late = fixture.bought("1", "coins")
            late.purchaseDate = first.createdAt.milliseconds + 1
            #expect(try await phone.upload(late, fixture).intentID == first.id)
            let rows = try await fixture.ledger("account_id=ann")
            #expect(Set(rows.map(\.transactionID)) == ["1", "2"])
            let incidents = try await fixture.incidents()
            #expect(incidents.map(\.kind) == ["late_settlement"])
            #expect(incidents.first?.accountID == "ann")
            #expect(incidents.first?.member("transaction_id") == "1")
            #expect(incidents.first?.member("intent_id") == first.id.wireText)
        }
    }
}

extension Incident {
    /// A text in its detail.
    func member(_ name: String) -> String? {
        guard case .object(let members) = detail, case .string(let text)? = members[name] else {
            return nil
        }
        return text
    }
}

extension Sequence {
    /// Like `map`, one after the other.
    func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
