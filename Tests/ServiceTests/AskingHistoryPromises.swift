import AppStore
import Cryptography
import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import StoreSigner
import TestSupport
import Testing

@testable import FakeStore
@testable import Service

/// What a service that was not there for a part of a history knows in the end.
@Suite("Asking after an absence", .serialized)
struct AskingHistoryPromises {
    private static let patience = Duration.seconds(120)
    private static let day: Int64 = 86_400_000

    /// The store as it was after one thing that happened, and what it told of that.
    struct Moment: Sendable {
        let store: Storefront
        let notifications: [NotificationTemplate]
    }

    /// Plays some months of three customers, all of them of one account of the app. They end before now:
    /// most seeds make a history that is too long, so those that follow are tried as well.
    static func moments(seed: UInt64, token: String) -> [Moment] {
        let end = FakeStoreServer.now() - day
        var seed = seed
        while true {
            var history = StoreHistory(
                app: AskingStage.app, tokens: [token], seed: seed, now: end - 170 * day)
            var moments: [Moment] = []
            while history.store.now < end, moments.count < 75 {
                let outcomes = history.step()
                moments.append(
                    Moment(
                        store: history.store, notifications: outcomes.flatMap(\.notifications)))
            }
            while moments.last.map({ $0.store.now >= end }) ?? false { moments.removeLast() }
            let told = moments.reduce(0) { $0 + $1.notifications.count }
            if moments.count >= 45, told >= 40 { return moments }
            seed &+= 1
        }
    }

    @Test(
        "The server stopped for the middle third of a history still ends right, by asking alone",
        arguments: [1, 2, 3, Seed.make("middle third").value])
    func middleThird(seed: UInt64) async throws {
        try await AskingStage.with { stage in
            let token = try await stage.token("ann").wireText
            let moments = Self.moments(seed: seed, token: token)
            let third = moments.count / 3
            try await stage.giveAccess()
            try await AskingNode.with(stage) { node in
                for moment in moments[..<third] {
                    for payload in try stage.play(moment) {
                        let told = try await node.caller(nil).post(
                            "/v1/notifications/app-store", "{\"signedPayload\":\"\(payload)\"}")
                        #expect(told.status == 200)
                    }
                }
            }
            // The service has asked on the machine's clock; the history is of months ago.
            try await stage.lastFetched(at: moments[third - 1].store.now)
            for moment in moments[third..<(2 * third)] { _ = try stage.play(moment) }
            var told: [String] = []
            try await AskingNode.with(stage) { node in
                try await stage.isFetched(node)
                for moment in moments[(2 * third)...] { _ = try stage.play(moment) }
                try await stage.lastFetched(at: moments[2 * third - 1].store.now)
                try await stage.isFetched(node)
                told = try await stage.ledger(withUpgrades: false)
                try await stage.reconcile("ann", node)
            }
            let asked = try await stage.ledger()
            #expect(told.count > 10, "seed \(seed): too little to compare")
            try await AskingStage.with { other in
                try await other.deliver(moments, of: stage)
                expectEqual(
                    told, try await other.ledger(withUpgrades: false),
                    "seed \(seed), what was told")
                try await other.deliver(try #require(moments.last), of: stage)
                expectEqual(asked, try await other.ledger(), "seed \(seed), all of it")
            }
        }
    }

    private func expectEqual(_ asked: [String], _ delivered: [String], _ what: String) {
        for (mine, theirs) in zip(asked, delivered) where mine != theirs {
            Issue.record("\(what)\nasked:     \(mine)\ndelivered: \(theirs)")
        }
        #expect(asked.count == delivered.count, "\(what)")
    }
}

extension AskingStage {
    /// Brings the store to a moment and gives what it tells of that, signed; it is remembered there, and
    /// sent to nobody.
    fileprivate func play(_ moment: AskingHistoryPromises.Moment) throws -> [String] {
        let payloads = try moment.notifications.map { try store.signer.notification($0) }
        store.desk.with { state in
            // The store's time is the moment's, whatever the machine's is.
            state.ahead = -100 * 365 * 86_400_000
            state.store = moment.store
            for (notification, payload) in zip(moment.notifications, payloads) {
                state.log.add(
                    SentNotification(
                        number: state.log.nextNumber, id: notification.id,
                        kind: notification.kind, subtype: notification.subtype,
                        signedDate: notification.signedDate ?? moment.store.now,
                        transactionIDs: [], signedPayload: payload), at: moment.store.now)
            }
        }
        return payloads
    }

    /// Lets the last look for missed notifications have been at a time, and the next be due.
    fileprivate func lastFetched(at time: Int64) async throws {
        let kind = try await ask(
            """
            update interlock.store_check
            set due_at = clock_timestamp(), place = jsonb_build_object('since', \(time)),
                asked_at = null
            where kind = 'notifications' and taken_until is null
            returning kind
            """)
        #expect(kind == "notifications", "it is being asked")
    }

    /// Waits until all that was told is known, and nothing is being asked.
    fileprivate func isFetched(_ node: AskingNode) async throws {
        let recent = FakeStoreServer.now() - 60_000
        try await eventually("all is fetched", within: .seconds(120)) {
            try await ask(
                """
                select bool_and(taken_until is null and due_at > clock_timestamp()
                    and (kind <> 'notifications' or (place ->> 'since')::bigint > \(recent)))::text
                from interlock.store_check
                """) == "true"
        }
    }

    /// Asks for everything of an account that has shown every customer's store account.
    fileprivate func reconcile(_ account: String, _ node: AskingNode) async throws {
        let buyers = store.desk.with { $0.store.buyers.values.map(\.appTransactionID) }
        for id in buyers {
            _ = try await storage.storeAccounts.note(
                self.account(account), .production, appTransactionID: id)
        }
        let asked = try await storage.checks.expect(
            .account, self.account(account).key.wireText, appID: "demo", .production,
            within: .zero, atMostEvery: .zero)
        #expect(asked)
        try await eventually("all is known", within: .seconds(120)) {
            try await check("account", "asked_at is not null and due_at = 'infinity'") == "true"
        }
    }

    /// Trusts a stage's store.
    private func verifier(of stage: AskingStage) -> StoreVerifier {
        StoreVerifier(
            roots: TrustedRoots(certificates: [stage.store.signer.root]),
            bundleIDs: [Self.app.bundleID], appAppleID: Self.app.appAppleID,
            environments: [.production])
    }

    /// Delivers a history in order, to a ledger that misses nothing.
    fileprivate func deliver(
        _ moments: [AskingHistoryPromises.Moment], of stage: AskingStage
    ) async throws {
        let first = try await token("ann")
        let token = try await stage.token("ann")
        if first != token {
            #expect(try await storage.accounts.setToken(account("ann"), to: token).isSet)
        }
        let verifier = verifier(of: stage)
        for template in moments.flatMap(\.notifications) {
            let notification = try verifier.notification(
                try stage.store.signer.notification(template))
            _ = try await storage.ledger.ingest(
                notification, id: try #require(notification.id), appID: "demo")
        }
    }

    /// Delivers what every device has at a moment: its transactions as they then are.
    fileprivate func deliver(
        _ moment: AskingHistoryPromises.Moment, of stage: AskingStage
    ) async throws {
        let verifier = verifier(of: stage)
        for buyer in moment.store.buyers.keys.sorted() {
            for snapshot in moment.store.snapshots(of: buyer) {
                let fact = VerifiedFact(
                    transaction: try verifier.transaction(
                        try stage.store.signer.transaction(snapshot)), renewal: nil)
                _ = try await storage.ledger.ingest(
                    try #require(fact), from: .init(appID: "demo", source: "device"))
            }
        }
    }

    /// The ledger and what follows from it, a text for each transaction and period, without when and how it
    /// was learned.
    ///
    /// - Parameter withUpgrades: whether it says which plan was upgraded. No notification tells that, but
    ///   the store's history does, which is read where periods are missing.
    fileprivate func ledger(withUpgrades: Bool = true) async throws -> [String] {
        let text = try await ask(
            """
            select string_agg(row, e'\\n' order by row) from (
                select concat_ws(' ', 'transaction', t.original_transaction_id, t.transaction_id,
                    t.product_id, t.kind, t.ownership_type, t.reason, t.quantity, t.purchased_at,
                    t.expires_at, t.revoked_at, t.revocation_type, t.revocation_percent,
                    t.upgraded and \(withUpgrades),
                    t.app_transaction_id, 'owner', a.account_id) as row
                from interlock.store_transaction t
                join interlock.purchase_line l using (original_transaction_id, app_id, environment)
                left join interlock.account a on a.account_key = l.account_key
                union all
                select concat_ws(' ', 'ownership', o.original_transaction_id, o.transaction_id,
                    o.product_id, o.expires_at, o.grace_until, o.retry_until, o.revoked_at,
                    o.will_renew, o.next_product_id)
                from interlock.ownership o
                union all
                select concat_ws(' ', 'line', l.original_transaction_id,
                    (l.renewal - 'signed_at')::text)
                from interlock.purchase_line l
            ) ledger
            """)
        return (text ?? "").split(separator: "\n").map(String.init)
    }
}
