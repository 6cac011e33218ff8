import AppStore
import Cryptography
import FoundationEssentials
import HTTPClient
import InterlockAPI
import StoreSigner
import TestSupport
import Testing

@testable import Service

@Suite("Notifications over HTTP", .serialized)
struct NotificationPromises {
    static let hour = ServiceFixture.hour

    @Test func `each type does what the store means by it, and is kept as it came`() async throws {
        try await ServiceFixture.with { fixture in
            for (index, kind) in NotificationKind.all.enumerated() {
                let phone = try fixture.device("ann-\(index)", "phone")
                try await check(kind, "\(index)", phone, fixture)
            }
            let kept = try await fixture.ask(
                """
                select count(distinct (type, subtype)) || ' ' || count(*)
                    || ' ' || bool_and(payload ->> 'notificationType' = type
                        and payload ->> 'subtype' is not distinct from subtype
                        and payload ->> 'futureField' = 'kept')
                from interlock.store_notification where payload ? 'futureField'
                """)
            let all = NotificationKind.all
            #expect(kept == "\(Set(all.map(\.description)).count) \(all.count) true")
        }
    }

    private func check(
        _ kind: NotificationKind, _ id: String, _ phone: Device, _ fixture: ServiceFixture
    ) async throws {
        let token = try await phone.granted("coins").appAccountToken
        try await phone.told(
            try #require(try await phone.openIntents().first), #"{"result":"cancelled"}"#)
        let line = try await prepare(kind.before, id, token, phone, fixture)
        let intent = try await phone.granted(kind.wanted)
        let had = try await phone.entitlements().first

        let signed = try notification(kind, id, line, token, fixture)
        for _ in 0..<2 {
            let answer = try await fixture.post(notification: signed)
            #expect(answer.status == 200, "\(kind): \(answer.text)")
        }
        let owned = try await phone.entitlements()
        for (product, state) in kind.after {
            let row = owned.first { $0.productID == product }
            #expect(row?.state == state, "\(kind) \(product)")
            #expect(row?.entitled == [.active, .gracePeriod].contains(state), "\(kind)")
        }
        if kind.after.isEmpty { #expect(owned.isEmpty, "\(kind)") }
        let first = owned.first { kind.after[$0.productID] != nil }
        if let willRenew = kind.willRenew { #expect(first?.willRenew == willRenew, "\(kind)") }
        #expect(first?.nextProductID == kind.next, "\(kind)")
        switch kind.carries {
        case .renewal, .extended:
            let (old, new) = (try #require(had?.expiresAt), try #require(first?.expiresAt))
            #expect(new > old, "\(kind)")
        case .nothing, .same, .summary, .external:
            #expect(kind.before == .revoked || had == first, "\(kind) changes nothing")
        default: break
        }
        let now = try await phone.intent(intent.id)
        #expect(now.status == (kind.settles ? .completed : .reserved), "\(kind)")
    }

    /// Brings the account to where the notification finds it; gives what it has.
    private func prepare(
        _ before: NotificationKind.Before, _ id: String, _ token: UUID, _ phone: Device,
        _ fixture: ServiceFixture
    ) async throws -> TransactionTemplate {
        let isOver = [.ended, .inRetry, .inGrace].contains(before)
        var had = fixture.bought(
            "\(id)-1", "monthly", ago: isOver ? Self.hour + 60_000 : 60_000, lasts: Self.hour,
            token: token)
        if before == .shared { had.ownership = "FAMILY_SHARED" }
        if before == .revoked { had.revocationDate = had.purchaseDate + 1_000 }
        guard before != .nothing else { return had }
        try await phone.upload(had, fixture)
        let renewal = fixture.renewal(of: had, next: before == .downgraded ? "yearly" : nil) {
            $0.signedDate = had.purchaseDate + 1_000
            $0.autoRenews = before != .switchedOff
            $0.isInBillingRetry = before == .inRetry || before == .inGrace
            $0.gracePeriodExpiresDate = before == .inGrace ? had.purchaseDate + 9 * Self.hour : nil
        }
        if [.downgraded, .switchedOff, .inRetry, .inGrace].contains(before) {
            try await fixture.tell(
                "DID_CHANGE_RENEWAL_STATUS", nil, had, renewal: renewal)
        }
        return had
    }

    private func notification(
        _ kind: NotificationKind, _ id: String, _ had: TransactionTemplate, _ token: UUID,
        _ fixture: ServiceFixture
    ) throws -> String {
        let now = StoreDate.now.milliseconds + 10
        var told: TransactionTemplate? = had
        told?.signedDate = now
        var renewal: RenewalInfoTemplate?
        var content = NotificationTemplate.Content.data
        func renews(_ change: (inout RenewalInfoTemplate) -> Void) {
            renewal = fixture.renewal(of: had) {
                $0.signedDate = now
                change(&$0)
            }
        }
        switch kind.carries {
        case .nothing: told = nil
        case .same: told?.revocationDate = nil
        case .purchase(let product):
            told = fixture.bought("\(id)-1", product, ago: -10, token: token)
        case .renewal: told = fixture.bought("\(id)-2", "monthly", line: "\(id)-1")
        case .change(let product):
            told = fixture.bought(
                "\(id)-2", product, line: "\(id)-1", ago: -10, lasts: 9 * Self.hour, token: token
            ) { $0.reason = "PURCHASE" }
        case .next(let product): renews { $0.autoRenewProductID = product }
        case .renews(let isOn): renews { $0.autoRenews = isOn }
        case .unpaid(let isInGrace):
            renews {
                $0.isInBillingRetry = true
                $0.gracePeriodExpiresDate = isInGrace ? now + Self.hour : nil
            }
        case .revocation: told?.revocationDate = now
        case .extended: told?.expiresDate = now + Self.hour
        case .summary:
            told = nil
            content = .summary(["succeededCount": 5, "failedCount": 1])
        case .external:
            told = nil
            content = .externalPurchaseToken(["externalPurchaseId": .string("SANDBOX_\(id)")])
        }
        return try fixture.notification(kind.type, kind.subtype, told, renewal: renewal) {
            $0.signedDate = now
            $0.content = content
            $0.extra = ["futureField": "kept"]
            $0.extraData = ["futureData": ["deep": [1, nil, "kept"]]]
        }
    }

    /// What an account asks for, and how far that has come.
    enum Asked: String, CaseIterable { case reserved, pending, confirming }

    @Test(arguments: Asked.allCases)
    func `consent withdrawn closes what the store account's accounts ask for`(
        asked: Asked
    ) async throws {
        try await ServiceFixture.with { fixture in
            let devices = try ["ann", "bob", "cat"].map { try fixture.device($0, "phone") }
            var intents: [Intent] = []
            for (device, shown) in zip(devices, ["A", "A", "B"]) {
                let signed = try fixture.signer.appTransaction(Self.appTransaction(shown))
                let intent = try await device.post(
                    "/v1/intents",
                    """
                    {"product_id":"monthly","request_id":"r","signed_app_transaction":"\(signed)"}
                    """
                ).read(IntentEnvelope.self).intent
                let words = [Asked.pending: "pending", .confirming: "purchased"]
                if let word = words[asked] {
                    try await device.told(intent, "{\"result\":\"\(word)\"}")
                }
                intents.append(intent)
            }
            // What is owned stays: the store takes it back itself, if it does.
            try await devices[0].upload(fixture.bought("9", "coins"), fixture)
            let before = try await devices[1].state()
            async let woken = withDeadline(.seconds(20)) {
                try await devices[1].changed(since: before.etag)
            }
            try await parked(1, fixture)
            let signed = try fixture.notification("RESCIND_CONSENT") {
                $0.content = .appData(Self.appTransaction("A"))
            }
            for _ in 0..<2 { #expect(try await fixture.post(notification: signed).status == 200) }
            #expect(try await woken.product("monthly")?.status == .available)
            var statuses: [IntentStatus] = []
            for (device, intent) in zip(devices, intents) {
                statuses.append(try await device.intent(intent.id).status)
            }
            #expect(statuses.map(\.rawValue) == ["released", "released", asked.rawValue])
            let history = try await fixture.ask(
                """
                select string_agg(distinct reason, ', ') from interlock.intent_event
                where to_status = 'released'
                """)
            #expect(history == "consent withdrawn at the store")
            #expect(try await fixture.ledger("account_id=ann").count == 1)
            let late = fixture.bought("1", "monthly", ago: -10, token: intents[0].appAccountToken)
            #expect(try await devices[0].upload(late, fixture).intentID == intents[0].id)
        }
    }

    private static func appTransaction(_ id: String) -> AppTransactionTemplate {
        AppTransactionTemplate(
            bundleID: ServiceFixture.bundleID, appTransactionID: id,
            receiptCreationDate: StoreDate.now.milliseconds)
    }

    @Test func `words of the store that are new are kept, and stop nobody`() async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            try await phone.upload(fixture.bought("1", "lifetime"), fixture)
            for (index, type) in ["Eternal Subscription", "Consumable"].enumerated() {
                let odd = fixture.bought("odd-\(index)", "monthly") {
                    $0.type = type
                    $0.ownership = "BORROWED"
                    $0.reason = "GIFT"
                    $0.extra = ["futureField": ["deep": [1, nil]], "revocationType": "PARTLY"]
                }
                #expect(try await phone.upload(odd, fixture).outcome == .recorded)
                let row = try #require(
                    try await fixture.ledger("transaction_id=odd-\(index)").first)
                #expect(row.ownershipType == "BORROWED" && row.reason == "GIFT")
                #expect(row.revocationType == "PARTLY")
            }
            let kept = try await fixture.ask(
                """
                select string_agg(snapshot ->> 'type' || ' ' || (snapshot -> 'futureField'), ', '
                    order by transaction_id) from interlock.store_transaction
                where transaction_id like 'odd%'
                """)
            let future = #"{"deep": [1, null]}"#
            #expect(kept == "Eternal Subscription \(future), Consumable \(future)")
            // The account's devices still see what it has.
            let state = try await phone.send(.get, "/v1/state")
            #expect(state.status == 200, "\(state.text)")
            let owned = try state.read(StateDocument.self).entitlements
            #expect(owned.first { $0.productID == "lifetime" }?.state == .active)
            #expect(try await phone.reserve("monthly").code == "owned")
        }
    }
}
