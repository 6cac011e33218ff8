import Cryptography
import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import StoreSigner
import Telemetry
import TestSupport
import Testing

@testable import FakeStore
@testable import Service

/// What nobody reports and no notification tells is learned by asking.
@Suite("Asking the store", .serialized)
struct AskingPromises {
    private static let patience = Duration.seconds(60)

    private func reserve(
        _ device: Device, _ product: String, _ stage: AskingStage, buyer: String
    ) async throws -> Intent {
        let shown = try stage.appTransaction(buyer)
        let response = try await device.post(
            "/v1/intents",
            """
            {"product_id":"\(product)","request_id":"r","signed_app_transaction":"\(shown)"}
            """)
        #expect(response.status == 201, "\(response.text)")
        return try response.read(IntentEnvelope.self).intent
    }

    /// A parent is asked and says yes, and nobody hears of it.
    private func approve(_ intent: Intent, _ stage: AskingStage, buyer: String) throws {
        let order = StoreOrder(
            buyer: buyer, productID: intent.productID,
            appAccountToken: intent.appAccountToken.wireText)
        _ = try stage.store.desk.perform(.ask(order))
        _ = try stage.store.desk.perform(.approve(buyer: buyer, productID: intent.productID))
        stage.forgetNotifications()
    }

    @Test func `an approval that nobody reports settles its pending intent near the deadline`()
        async throws
    {
        try await AskingStage.with(deadlines: #"{"pending": "PT10M"}"#) { stage in
            try await stage.giveAccess()
            try await AskingNode.with(stage) { node in
                let phone = try node.device("ann")
                let intent = try await reserve(phone, "lifetime", stage, buyer: "anna")
                try approve(intent, stage, buyer: "anna")
                let state = try await phone.state()
                #expect(try await stage.check("account", "subject") == nil)
                let pending = try await phone.report(
                    intent, #"{"result":"pending","reason":"ask_to_buy"}"#)
                #expect(pending.status == 200)
                try await eventually("settled", within: Self.patience) {
                    try await phone.intent(intent.id).status == .completed
                }
                let after = try await phone.state()
                #expect(after.etag != state.etag)
                #expect(after.product("lifetime")?.status == .owned)
                #expect(try await phone.intent(intent.id).settledLate == false)
            }
        }
    }

    @Test func `one approved after its deadline settles late, also when nobody was there then`()
        async throws
    {
        let deadlines = #"{"reserved": "PT1S", "pending": "PT1S"}"#
        try await AskingStage.with(deadlines: deadlines) { stage in
            var intent: Intent?
            try await AskingNode.with(stage) { node in
                let phone = try node.device("ann")
                let reserved = try await reserve(phone, "lifetime", stage, buyer: "anna")
                _ = try await phone.report(reserved, #"{"result":"pending"}"#)
                try await eventually("expired", within: Self.patience) {
                    try await phone.intent(reserved.id).status == .expired
                }
                intent = reserved
            }
            let expired = try #require(intent)
            try approve(expired, stage, buyer: "anna")
            try await stage.giveAccess()
            try await AskingNode.with(stage) { node in
                let phone = try node.device("ann")
                try await eventually("settled", within: Self.patience) {
                    try await phone.intent(expired.id).status == .completed
                }
                #expect(try await phone.intent(expired.id).settledLate)
                // While it may still change, and no longer, the account is asked about again.
                try await eventually("at rest", within: Self.patience) {
                    try await stage.check("account", "due_at = 'infinity'") == "true"
                }
            }
        }
    }

    @Test func `a renewal, a grace period and a failed billing are seen`() async throws {
        try await AskingStage.with(daysBack: 50) { stage in
            var signed: [(account: String, text: String)] = []
            for account in ["ann", "ben"] {
                let token = try await stage.token(account)
                signed.append((account, try stage.buy("monthly", account, token: token)))
            }
            try failBilling("ben", stage)
            stage.clock.set(daysBack: 35)
            signed.append(
                ("eve", try stage.buy("monthly", "eve", token: try await stage.token("eve"))))
            try failBilling("eve", stage)
            try await AskingNode.with(stage) { node in
                for (account, text) in signed {
                    let device = try node.device(account)
                    #expect(try await device.upload([text]).map(\.outcome) == [.recorded])
                    #expect(try await device.standing() == ["monthly": .expired])
                }
                // The app has no access yet: nothing is asked, nothing is listed.
                for kind in ["account", "subscription", "notifications"] {
                    #expect(try await stage.listed(kind) == 0)
                }
                stage.clock.set(daysBack: 0)
                try await stage.giveAccess()
                let states: [(String, EntitlementState)] = [
                    ("ann", .active), ("ben", .billingRetry), ("eve", .gracePeriod),
                ]
                try await eventually("all are listed", within: Self.patience) {
                    try await stage.listed("subscription") == signed.count
                }
                try await stage.pass("1 minute")
                for (account, state) in states {
                    let device = try node.device(account)
                    try await eventually("\(account) \(state)", within: Self.patience) {
                        try await device.standing()["monthly"] == state
                    }
                }
                try await expectNextQuestions(signed.map(\.account), stage)
            }
        }
    }

    /// Not again, in a day, in six hours.
    private func expectNextQuestions(_ accounts: [String], _ stage: AskingStage) async throws {
        let hours = ["ann": "never", "ben": "24", "eve": "6"]
        for account in accounts {
            let sql = """
                select case when c.due_at = 'infinity' then 'never'
                    else round(extract(epoch from c.due_at - c.asked_at) / 3600)::text end
                from interlock.store_check c
                join interlock.purchase_line l on l.original_transaction_id = c.subject
                join interlock.account a on a.account_key = l.account_key
                where c.kind = 'subscription' and a.account_id = '\(account)'
                    and c.taken_until is null
                """
            try await eventually("\(account)'s next question", within: Self.patience) {
                try await stage.ask(sql) == hours[account]
            }
        }
    }

    private func failBilling(_ buyer: String, _ stage: AskingStage) throws {
        let id = try stage.store.desk.with { state throws(StoreRefusal) in
            guard let last = state.store.buyers[buyer]?.purchases.last else {
                throw .unknownBuyer(buyer)
            }
            return state.store.purchases[last].facts.transactionID
        }
        _ = try stage.store.desk.perform(.failBilling(transactionID: id, isNow: false))
    }

    @Test func `notifications that were missed are fetched after a start`() async throws {
        try await AskingStage.with { stage in
            try await stage.giveAccess()
            try await AskingNode.with(stage) { node in
                try await eventually("the first look", within: Self.patience) {
                    node.checks("notifications", "done") > 0
                }
            }
            let since = try await stage.check("notifications", "place -> 'since'")
            #expect(since != nil)
            // More than a page of them.
            let token = try await stage.token("ann")
            for _ in 0..<25 { try stage.buy("coins", "anna", token: token) }
            try stage.buy("lifetime", "anna", token: token)
            try await AskingNode.with(stage, configure: { $0.turn = .zero }) { node in
                let phone = try node.device("ann")
                try await eventually("owned", within: Self.patience) {
                    try await phone.standing()["lifetime"] == .active
                }
                // With a turn a page.
                try await eventually("all of it", within: Self.patience) {
                    node.checks("notifications", "done") > 0
                }
                #expect(node.checks("notifications", "more") == 1)
                #expect(node.calls("transaction_history", "answered") == 0)
                let count = "select count(*)::text from interlock.store_notification"
                #expect(try await stage.ask(count) == "26")
                let isHourly = "due_at - asked_at > '50 minutes'"
                #expect(try await stage.check("notifications", isHourly) == "true")
                #expect(try await stage.check("notifications", "place -> 'since'") != since)
            }
        }
    }

    @Test func `a store that is down makes it late and nothing else`() async throws {
        try await AskingStage.with { stage in
            let token = try await stage.token("ann")
            try stage.buy("lifetime", "anna", token: token)
            stage.fault(.internalError, count: 3)
            stage.fault(.cut, count: 3)
            stage.fault(.retryable)
            try await stage.giveAccess()
            try await AskingNode.with(stage) { node in
                let phone = try node.device("ann")
                try await eventually("it has tried", within: Self.patience) {
                    node.checks("notifications", "unavailable") >= 8
                }
                #expect(try await phone.standing() == [:])
                let tries = try await stage.check("notifications", "tries >= 8")
                #expect(tries == "true")
                // The service itself answers as ever.
                let intent = try await phone.granted("monthly")
                #expect(try await phone.report(intent, #"{"result":"failed"}"#).status == 200)
                stage.store.desk.with { $0.faults.clear() }
                try await eventually("owned", within: Self.patience) {
                    try await phone.standing()["lifetime"] == .active
                }
                try await eventually("it counts anew", within: Self.patience) {
                    try await stage.check("notifications", "tries") == "0"
                }
            }
        }
    }

    @Test func `a device that restores has its account asked about, once an hour`() async throws {
        try await AskingStage.with { stage in
            let token = try await stage.token("ann")
            let texts = try (0..<2).map { _ in try stage.buy("coins", "anna", token: token) }
            try stage.buy("lifetime", "anna", token: token)
            stage.forgetNotifications()
            try await stage.giveAccess()
            try await AskingNode.with(stage) { node in
                let phone = try node.device("ann")
                #expect(try await phone.upload([texts[0]]).map(\.outcome) == [.recorded])
                #expect(try await stage.check("account", "subject") == nil)
                let both = try await phone.upload([texts[0], texts[1]]).map(\.outcome)
                #expect(both == [.known, .recorded])
                try await eventually("owned", within: Self.patience) {
                    try await phone.standing()["lifetime"] == .active
                }
                try await eventually("at rest", within: Self.patience) {
                    try await stage.check("account", "due_at = 'infinity'") == "true"
                }
                _ = try await phone.upload([texts[0]])
                #expect(try await stage.check("account", "due_at = 'infinity'") == "true")
                try await stage.pass("61 minutes")
                _ = try await phone.upload([texts[0]])
                try await eventually("asked again", within: Self.patience) {
                    node.checks("account", "done") == 2
                }
            }
        }
    }

    @Test func `what a device claims without a token gets the account's token at the store`()
        async throws
    {
        try await AskingStage.with { stage in
            let signed = try stage.buy("monthly", "anna", token: nil)
            let own = try stage.buy("lifetime", "anna", token: try await stage.token("ann"))
            stage.forgetNotifications()
            try await stage.giveAccess()
            try await AskingNode.with(stage) { node in
                let phone = try node.device("ann")
                _ = try await phone.upload([own])
                #expect(try await stage.listed("token") == 0)
                _ = try await phone.upload([signed])
                try await eventually("told", within: Self.patience) {
                    node.checks("token", "done") == 1
                }
                let token = try await stage.token("ann")
                let tokens = stage.store.desk.with { state in
                    state.store.purchases.filter { $0.facts.productID == "monthly" }
                        .map(\.facts.appAccountToken)
                }
                #expect(tokens == [token.wireText])
            }
        }
    }

    @Test func `what does not verify is counted, noted and skipped`() async throws {
        try await AskingStage.with { stage in
            let token = try await stage.token("ann")
            try stage.buy("lifetime", "anna", token: token)
            try await stage.giveAccess()
            // Another store's root is trusted, this one's is not.
            try await stage.ask("delete from interlock.app_root")
            try await AskingNode.with(stage) { node in
                try await eventually("asked", within: Self.patience) {
                    node.checks("notifications", "done") == 1
                }
                #expect(node.count("interlock_verification_failures_total", "invalid_chain") == 1)
                let source = try await stage.ask(
                    "select detail ->> 'source' from interlock.incident")
                #expect(source == "store_api")
                #expect(try await node.device("ann").standing() == [:])
            }
        }
    }

    @Test func `an access that the store refuses rests for an hour`() async throws {
        try await AskingStage.with { stage in
            try await stage.giveAccess(key: try .generate(.p256))
            try await AskingNode.with(stage) { node in
                try await eventually("refused", within: Self.patience) {
                    node.checks("notifications", "unauthorized") == 1
                }
                try await eventually("at rest", within: Self.patience) {
                    try await stage.check("notifications", "due_at - asked_at > '50 minutes'")
                        == "true"
                }
                #expect(node.calls("notification_history", "unauthorized") == 1)
                let health = try #require(try await stage.storage.apps.storeHealth().first)
                #expect(health.isFailing && health.failure == "unauthorized")
                #expect(health.succeededAt == nil && health.restsUntil != nil)
                // Meanwhile nothing else is asked about this app.
                let phone = try node.device("ann")
                let text = try stage.buy("coins", "anna", token: nil)
                _ = try await phone.upload([text])
                _ = try await phone.upload([text])
                try await eventually("not asked", within: Self.patience) {
                    node.checks("account", "resting") == 1
                }
                #expect(node.calls("transaction_history", "unauthorized") == 0)
                // The right key, and within a minute all of it is asked.
                try await stage.giveAccess()
                try await node.registry.refresh()
                try await eventually("asked", within: Self.patience) {
                    try await stage.pass("1 minute")
                    return node.checks("account", "done") > 0
                        && node.checks("notifications", "done") > 0
                }
                let better = try #require(try await stage.storage.apps.storeHealth().first)
                #expect(!better.isFailing && better.restsUntil == nil)
                let labels = ["app=\"demo\"", "environment=\"Production\""]
                for name in ["checks_total", "calls_total"] {
                    #expect(node.count("interlock_store_\(name)", labels[0], labels[1]) > 0)
                }
                #expect(
                    node.metrics.rendered().split(separator: "\n").contains { line in
                        line.hasPrefix("interlock_store_success_age_seconds{")
                            && labels.allSatisfy(line.contains)
                    })
            }
        }
    }

    @Test func `a start asks again at once, also about what was refused`() async throws {
        try await AskingStage.with { stage in
            try await stage.giveAccess(key: try .generate(.p256))
            try await AskingNode.with(stage) { node in
                try await eventually("refused", within: Self.patience) {
                    node.checks("notifications", "unauthorized") == 1
                }
            }
            try await stage.giveAccess()
            try await AskingNode.with(stage) { node in
                try await eventually("asked", within: Self.patience) {
                    node.checks("notifications", "done") > 0
                }
            }
        }
    }
}
