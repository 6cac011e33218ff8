import AppStore
import Authentication
import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import StoreSigner
import TestSupport
import Testing

@testable import Service

@Suite("Incidents", .serialized)
struct IncidentPromises {
    /// What a person should see.
    enum Happening: String, CaseIterable, Sendable {
        case duplicatePurchase = "duplicate_purchase"
        case ownerConflict = "owner_conflict"
        case unclaimed
        case tokenMismatch = "token_mismatch"
        case lateSettlement = "late_settlement"
        case verificationFailed = "verification_failed"
    }

    /// The accounts, ids and products on its sides, by their names in the detail; of a list, in its order.
    static let sides: [Happening: [String: [String]]] = [
        .duplicatePurchase: [
            "account_id": ["ann", "ann"], "product_id": ["monthly", "lifetime"],
            "transaction_id": ["2", "1"], "original_transaction_id": ["2", "1"],
        ],
        .ownerConflict: [
            "owner_id": ["ann"], "claimant_id": ["bob"], "transaction_id": ["1"],
            "product_id": ["monthly"], "original_transaction_id": ["1"], "source": ["device"],
        ],
        .unclaimed: [
            "transaction_id": ["1"], "product_id": ["monthly"], "token": ["absent"],
            "original_transaction_id": ["1"], "source": ["notification"],
        ],
        .tokenMismatch: [
            "token_id": ["ann"], "uploader_id": ["bob"], "token": ["known"],
            "transaction_id": ["1"], "product_id": ["monthly"],
        ],
        .lateSettlement: [
            "transaction_id": ["1"], "product_id": ["monthly"], "device_id": ["phone"],
        ],
        .verificationFailed: ["source": ["device"], "reason": ["invalid_chain"]],
    ]

    /// Makes it happen; gives what makes it happen again, and the account that it is about.
    private func begin(
        _ happening: Happening, _ fixture: ServiceFixture
    ) async throws -> (again: () async throws -> Void, account: String?) {
        let ann = try fixture.device("ann", "phone")
        let bob = try fixture.device("bob", "phone")
        let paid = fixture.bought("1", "monthly", ago: -10)
        switch happening {
        case .duplicatePurchase:
            try await ann.upload(fixture.bought("1", "lifetime"), fixture)
            var second = fixture.bought("2", "monthly")
            return (
                {
                    // A renewal of the second is more of the same.
                    try await ann.upload(second, fixture)
                    second.transactionID += "+"
                    second.reason = "RENEWAL"
                }, "ann"
            )
        case .ownerConflict:
            try await ann.upload(paid, fixture)
            return ({ try await bob.upload(paid, fixture) }, "bob")
        case .unclaimed:
            var copy = paid
            return (
                {
                    copy.signedDate = (copy.signedDate ?? 0) + 1
                    try await fixture.tell("SUBSCRIBED", "INITIAL_BUY", copy)
                }, nil
            )
        case .tokenMismatch:
            let token = try await ann.granted("coins").appAccountToken
            let named = fixture.bought("1", "monthly", token: token)
            return ({ try await bob.upload(named, fixture) }, "bob")
        case .lateSettlement:
            let intent = try await ann.granted("monthly")
            try await ann.told(intent, #"{"result":"cancelled"}"#)
            return ({ try await ann.upload(paid, fixture) }, "ann")
        case .verificationFailed:
            let forged = try StoreSigner().transaction(paid)
            return ({ _ = try await ann.upload([forged]) }, nil)
        }
    }

    @Test(arguments: Happening.allCases)
    func `each happening is one incident with both sides, and stays resolved`(
        happening: Happening
    ) async throws {
        try await ServiceFixture.with { fixture in
            let (again, account) = try await begin(happening, fixture)
            for _ in 0..<3 { try await again() }
            let open = try await fixture.incidents("kind=\(happening.rawValue)")
            let incident = try #require(open.first)
            #expect(open.count == 1)
            #expect(incident.status == "open" && incident.environment == .sandbox)
            #expect(incident.accountID == account)
            #expect(incident.resolvedAt == nil && incident.openedAt <= incident.seenAt)
            for (name, values) in Self.sides[happening] ?? [:] {
                #expect(texts(name, in: incident.detail) == values, "\(name) \(incident.detail)")
            }

            let operators = fixture.caller(fixture.operatorKey)
            let path = "/v1/admin/incidents/\(incident.id)/resolve"
            let answer = try await operators.post(path, #"{"reason":"ticket 4"}"#)
            #expect(answer.status == 200)
            let resolved = try answer.read(IncidentEnvelope.self).incident
            #expect(resolved.status == "resolved" && resolved.resolution == "ticket 4")
            for _ in 0..<2 { try await again() }
            let all = try await fixture.incidents("kind=\(happening.rawValue)&status=any")
            #expect(all.map(\.id) == [incident.id])
            #expect(all.map(\.status) == ["resolved"])
            #expect(try await fixture.incidents("kind=\(happening.rawValue)").isEmpty)
            try await expectNoSecrets(fixture)
        }
    }

    /// The texts of a member, at whatever depth.
    private func texts(_ name: String, in value: WireValue) -> [String] {
        switch value {
        case .object(let members):
            members.sorted { $0.key < $1.key }.flatMap { key, value in
                if key == name, case .string(let text) = value { return [text] }
                return texts(name, in: value)
            }
        case .array(let elements): elements.flatMap { texts(name, in: $0) }
        default: []
        }
    }

    /// No token and nothing signed is in any incident, neither as it is shown nor as it is kept.
    private func expectNoSecrets(_ fixture: ServiceFixture) async throws {
        let shown = try await fixture.caller(fixture.viewerKey)
            .send(.get, "/v1/admin/incidents?status=any").text.lowercased()
        let kept = try await fixture.ask(
            "select lower(string_agg(detail::text, ' ')) from interlock.incident")
        let tokens = try await fixture.ask(
            "select string_agg(token::text, ' ') from interlock.account_token")
        for text in [shown, kept ?? ""] {
            #expect(!text.contains("eyj"))
            for token in (tokens ?? "").split(separator: " ") { #expect(!text.contains(token)) }
        }
        #expect(!shown.contains("_key\""), "accounts are named, not keyed")
    }

    @Test(arguments: [("lifetime", "monthly"), ("monthly", "yearly"), ("monthly", "monthly")])
    func `two purchases that exclude each other are told, a plan change is not`(
        first: String, second: String
    ) async throws {
        try await ServiceFixture.with { fixture in
            let ann = try fixture.device("ann", "phone")
            let bob = try fixture.device("bob", "phone")
            try await ann.upload(fixture.bought("1", first), fixture)
            try await bob.upload(fixture.bought("2", second), fixture)
            #expect(try await fixture.incidents().isEmpty, "two accounts")
            try await ann.upload(fixture.bought("3", "yearly", line: "1"), fixture)
            #expect(try await fixture.incidents().isEmpty, "one line")
            var shared = fixture.bought("4", second)
            shared.ownership = "FAMILY_SHARED"
            try await ann.upload(shared, fixture)
            #expect(try await fixture.incidents().isEmpty, "not paid for")
            try await ann.upload(fixture.bought("5", second), fixture)
            let told = try await fixture.incidents()
            #expect(Set(told.map(\.kind)) == ["duplicate_purchase"])
            #expect(told.allSatisfy { $0.accountID == "ann" })
        }
    }

    @Test func `what does not verify is one incident an hour for each source and reason`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let hour = ServiceContext.now.microseconds / 3_600_000_000
            let phone = try fixture.device("ann", "phone")
            let paid = fixture.bought("1", "monthly")
            let forged = try StoreSigner().transaction(paid)
            let foreign = try fixture.signed(
                fixture.bought("1", "monthly") { $0.bundleID = "com.example.third" })
            let intent = try await phone.granted("yearly")
            for _ in 0..<20 {
                _ = try await phone.upload([forged, foreign, forged, "garbage"])
                let said = try await phone.report(
                    intent, "{\"result\":\"purchased\",\"signed_transaction\":\"\(forged)\"}")
                #expect(said.code == "verification_failed")
                let notified = try await fixture.post(
                    notification: try StoreSigner().notification(
                        NotificationTemplate(
                            kind: "TEST", bundleID: ServiceFixture.bundleID,
                            signedDate: paid.purchaseDate)))
                #expect(notified.status == 422)
            }
            let told = try await fixture.incidents()
            #expect(Set(told.map(\.kind)) == ["verification_failed"])
            let reasons = told.map { "\($0.member("source") ?? "") \($0.member("reason") ?? "")" }
            let expected = [
                "device invalid_chain", "device invalid_format", "device wrong_app",
                "notification invalid_chain",
            ]
            #expect(Set(reasons) == Set(expected))
            guard ServiceContext.now.microseconds / 3_600_000_000 == hour else { return }
            #expect(reasons.sorted() == expected)
            // Another process that sees the same in this hour adds to it; the next hour is another one.
            for (later, count) in [(0, 4), (1, 5)] as [(Int64, Int)] {
                try await fixture.storage.incidents.noteUnverified(
                    appID: "demo", .sandbox, source: "device", hour: hour + later,
                    reason: "invalid_chain", account: nil)
                #expect(try await fixture.incidents().count == count)
            }
            #expect(try await fixture.incidents().map(\.times).max() == 2)
        }
    }

    @Test func `an unclaimed line is resolved by whatever claims it`() async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let token = UUID()
            let lines = [
                fixture.bought("1", "monthly"), fixture.bought("2", "lifetime", token: token),
                fixture.bought("3", "coins"),
            ]
            for line in lines { try await fixture.tell("ONE_TIME_CHARGE", nil, line) }
            let open = try await fixture.incidents()
            #expect(open.map(\.kind) == ["unclaimed", "unclaimed", "unclaimed"])
            #expect(open.map { $0.member("token") } == ["absent", "unknown", "absent"])
            // A device brings it; its token becomes an account's; an operator gives it away.
            try await phone.upload(lines[0], fixture)
            let set = try await fixture.caller(fixture.serviceKey).send(
                .put, "/v1/accounts/ann",
                body: Array("{\"app_account_token\":\"\(token.uuidString)\"}".utf8))
            #expect(set.status == 200)
            let given = try await fixture.caller(fixture.operatorKey).post(
                "/v1/admin/transactions/3/transfer", #"{"account_id":"ann","reason":"hers"}"#)
            #expect(given.status == 200)
            #expect(try await fixture.incidents("kind=unclaimed").isEmpty)
            let resolved = try await fixture.incidents("kind=unclaimed&status=resolved")
            #expect(resolved.map(\.id) == open.map(\.id))
            #expect(resolved.allSatisfy { $0.accountID == "ann" && $0.resolution == "claimed" })
            #expect(
                try await phone.entitlements().map(\.productID) == ["lifetime", "monthly"])
        }
    }
}
