import AppStore
import Coordination
import FoundationEssentials
import InterlockAPI
import TestSupport
import Testing

@testable import Storage

@Suite("Notifications signed by Apple")
struct SandboxPromises {
    static let files = [
        "1-did-renew", "2-subscribed-resubscribe", "3-auto-renew-disabled", "4-expired-voluntary",
    ]
    static let bundleID = "com.loki-project.loki-messenger"

    /// The vectors beside the checkout; nil, with a printed reason, in a lone clone.
    static func notifications() throws -> [StoreNotification]? {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "shared").appending(path: "vectors")
            .appending(path: "apple-sandbox")
        guard FileManager.default.fileExists(atPath: folder.path) else {
            print("no vectors beside the checkout: the order of Apple's notifications is not tried")
            return nil
        }
        let verifier = StoreVerifier(
            roots: .apple(), bundleIDs: [bundleID], appAppleID: nil, environments: [.sandbox])
        return try files.map { name in
            let data = try Data(contentsOf: folder.appending(path: name + ".jws"))
            let text = String(decoding: data, as: UTF8.self).filter { !$0.isWhitespace }
            return try verifier.notification(text)
        }
    }

    @Test("in every order, each sent twice, they end in the same ledger")
    func everyOrderEndsInTheSameLedger() async throws {
        guard let notifications = try Self.notifications() else { return }
        try await StorageFixture.with { fixture in
            let alice = fixture.account("alice")
            var app = AppChange()
            app.bundleIDs = [Self.bundleID]
            _ = try await fixture.storage.apps.update("demo", app, actor: .user)
            for order in permutations(of: Array(notifications.indices)) {
                for index in order + order {
                    let notification = notifications[index]
                    _ = try await fixture.storage.ledger.ingest(
                        notification, id: try #require(notification.id), appID: "demo")
                }
                let ledger = try await fixture.ask(
                    """
                    select string_agg(
                        transaction_id || '@' || (extract(epoch from signed_at) * 1000)::bigint,
                        ' ' order by transaction_id) || ' ' || (select renewal ->> 'will_renew'
                            from interlock.purchase_line)
                    from interlock.store_transaction
                    """)
                #expect(
                    ledger
                        == "2000001024998954@1759302518835 2000001025686313@1759389041604 false")
                try await checkEntitlements(fixture, alice)
                _ = try await fixture.ask(
                    """
                    with a as (delete from interlock.store_transaction returning 1),
                        b as (delete from interlock.store_notification returning 1)
                    select 'x' from a
                    """)
                _ = try await fixture.ask("delete from interlock.purchase_line returning 'x'")
            }
        }
    }

    /// Nobody's token is in them: an upload claims the line, and its clock decides.
    private func checkEntitlements(_ fixture: StorageFixture, _ account: AccountName) async throws {
        _ = try await fixture.ask(
            """
            update interlock.purchase_line set claimed_at = now(), account_key =
                '\(account.key.uuidString)' returning 'x'
            """)
        for (milliseconds, isActive) in [
            (1_759_388_900_000, true), (1_759_388_947_000, false), (1_759_389_000_000, false),
        ] as [(Int64, Bool)] {
            let instant = Timestamp(milliseconds: milliseconds)
            let rows = try await fixture.storage.ledger.entitlements(
                of: account, environment: .sandbox, at: instant)
            let standing = rows.compactMap { $0.standing(at: instant)?.state }
            #expect(standing.contains(.active) == isActive, "\(milliseconds)")
        }
    }

    private func permutations(of items: [Int]) -> [[Int]] {
        guard let first = items.first else { return [[]] }
        return permutations(of: Array(items.dropFirst())).flatMap { rest in
            (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
        }
    }
}
