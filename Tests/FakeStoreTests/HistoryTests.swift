import StoreSigner
import TestSupport
import Testing

@testable import FakeStore

/// Random histories: what must hold whatever customers do.
@Suite struct HistoryTests {
    private static func history(_ seed: UInt64) -> StoreHistory {
        StoreHistory(app: .test, tokens: [testToken], seed: seed, now: openingTime)
    }

    @Test func `the same seed makes the same history, another seed another one`() {
        let seed = Seed.make().value
        var (first, second, other) = (
            Self.history(seed), Self.history(seed), Self.history(seed &+ 1)
        )
        var differs = false
        for _ in 0..<200 {
            let outcomes = first.step()
            #expect(outcomes == second.step())
            differs = differs || outcomes != other.step()
        }
        #expect(differs)
    }

    @Test func `two snapshots of one transaction that differ are never signed at the same time`() {
        var seen: [String: [Int64: TransactionTemplate]] = [:]
        var history = Self.history(Seed.make().value)
        for _ in 0..<3_000 {
            for outcome in history.step() {
                let snapshots =
                    outcome.transactions + outcome.notifications.compactMap(\.transaction)
                for snapshot in snapshots {
                    let date = snapshot.signedDate ?? 0
                    let known = seen[snapshot.transactionID]?[date]
                    #expect(known == nil || known == snapshot)
                    seen[snapshot.transactionID, default: [:]][date] = snapshot
                }
            }
        }
    }

    @Test func `thousands of histories a second`() {
        let seed = Seed.make().value
        var (told, kinds) = (0, Set<String>())
        let clock = ContinuousClock()
        let spent = clock.measure {
            for index in 0..<2_000 {
                var history = Self.history(seed &+ UInt64(index))
                for _ in 0..<30 {
                    for outcome in history.step() {
                        told += outcome.notifications.count
                        for notification in outcome.notifications {
                            kinds.insert(notification.label)
                        }
                    }
                }
            }
        }
        print("2000 histories of 30 steps, \(told) notifications: \(spent)")
        #expect(kinds.count >= 25, "\(kinds.sorted())")
    }

    /// What a stranger makes of the signed facts alone, by the store's published rules: the products,
    /// with their original transactions.
    private static func fold(_ store: Storefront, _ buyer: String) throws -> Set<[String]> {
        var entitled: Set<[String]> = []
        for one in store.snapshots(of: buyer) {
            let original = one.originalTransactionID
            if let info = try store.renewalInfo(one.transactionID),
                info.gracePeriodExpiresDate.map({ store.now < $0 }) ?? false
            {
                entitled.insert([original, info.productID])
            }
            let isGood = one.revocationDate == nil && !one.isUpgraded
            guard isGood, one.purchaseDate <= store.now else { continue }
            let end: Int64
            switch one.type {
            case "Non-Consumable": end = .max
            // Its end is the app's to know: three months.
            case "Non-Renewing Subscription": end = one.purchaseDate + 90 * testDay
            case "Auto-Renewable Subscription": end = one.expiresDate ?? 0
            default: end = 0
            }
            if store.now < end { entitled.insert([original, one.productID]) }
        }
        return entitled
    }

    @Test func `what the signed facts say is what the store says that a customer may use`() throws {
        let seed = Seed.make().value
        for index in 0..<100 {
            var history = Self.history(seed &+ UInt64(index))
            for _ in 0..<60 {
                _ = history.step()
                for buyer in history.store.buyers.keys {
                    let said = Set(
                        history.store.entitlements(of: buyer).map {
                            [$0.originalTransactionID, $0.productID]
                        })
                    let folded = try Self.fold(history.store, buyer)
                    #expect(said == folded, "history \(index), \(buyer)")
                }
            }
        }
    }

    @Test func `every snapshot is well formed, whatever happened`() {
        var history = Self.history(Seed.make().value)
        for _ in 0..<3_000 { _ = history.step() }
        for purchase in history.store.purchases {
            let facts = purchase.facts
            #expect(Int64(facts.transactionID).map { $0 > 2_000_000_000_000_000 } == true)
            #expect(history.store.places[facts.originalTransactionID] != nil)
            if let end = facts.expiresDate { #expect(end > facts.purchaseDate) }
            if let first = facts.originalPurchaseDate { #expect(first <= facts.purchaseDate) }
            #expect((facts.ownership == "FAMILY_SHARED") == (purchase.sharedFrom != nil))
            if purchase.sharedFrom != nil { #expect(facts.appAccountToken == nil) }
        }
        let ids = history.store.purchases.map(\.facts.transactionID)
        #expect(Set(ids).count == ids.count)
    }

    @Test func `a long stretch of time may be taken in parts`() {
        var whole = Shop()
        _ = try? whole.buy("news_weekly")
        var parts = whole.store
        let end = whole.store.now + 365 * testDay
        let outcomes = whole.store.advance(to: end)
        var taken: [StoreOutcome] = []
        while parts.now < end { taken += parts.advance(to: end, atMost: 5) }
        #expect(taken == outcomes)
        #expect(outcomes.count == 52)
    }
}
