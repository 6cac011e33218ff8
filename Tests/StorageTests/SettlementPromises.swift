import AppStore
import Coordination
import FoundationEssentials
import InterlockAPI
import StoreSigner
import TestSupport
import Testing

@testable import Storage

@Suite("Settlement and ownership")
struct SettlementPromises {
    static let hour: Int64 = 3_600_000
    var now: Int64 { StoreDate.now.milliseconds }

    @Test("a transaction settles the intent of its product, once, whoever brings it again")
    func aTransactionSettlesOnce() async throws {
        try await StorageFixture.with { fixture in
            let alice = fixture.account("alice")
            let reserved = try await fixture.reserve(alice, "lifetime")
            let token = try #require(reserved.intent?.appAccountToken)
            let fact = try fixture.purchase("T1", "lifetime", bought: now + 1_000, token: token)
            let first = try await fixture.upload(fact, by: nil)
            #expect(first.outcome == .recorded)
            #expect(first.answer?.outcome == .settled)
            #expect(first.answer?.intent?.id == reserved.intent?.id)
            #expect(first.answer?.intent?.status == .completed)
            #expect(first.answer?.intent?.settledLate == false)
            let again = try await fixture.upload(fact, by: alice)
            #expect(again.outcome == .known && again.answer == nil)
            #expect(try await fixture.ask("select count(*)::text from interlock.claim") == "0")
            let state = try await fixture.storage.scopes.state(of: alice, environment: .sandbox)
            #expect(state.snapshot.ownership.map(\.productID) == ["lifetime"])
            #expect(try await fixture.reserve(alice, "monthly").outcome == .owned)
        }
    }

    @Test(
        "a late transaction settles what ended otherwise",
        arguments: ["cancelled", "failed", "released", "expired"])
    func lateTransactionsWin(_ ending: String) async throws {
        try await StorageFixture.with { fixture in
            let alice = fixture.account("alice")
            let id = try #require(try await fixture.reserve(alice, "lifetime").intent?.id)
            switch ending {
            case "released":
                _ = try await fixture.storage.intents.releaseByAdministrator(
                    appID: "demo", id: id, reason: "r", actor: .device("x"))
            case "expired":
                _ = try await fixture.ask(
                    """
                    update interlock.intent set expires_at = now() - interval '1 second'
                    returning 'x'
                    """)
            default:
                _ = try await fixture.storage.intents.report(
                    alice, device: "phone", id: id,
                    result: ending == "failed" ? .failed : .cancelled, reason: nil, error: "user")
            }
            let fact = try fixture.purchase("T1", "lifetime", bought: now + 1_000)
            let answer = try await fixture.upload(fact, by: alice).answer
            #expect(answer?.outcome == .settled && answer?.intent?.id == id)
            #expect(answer?.intent?.settledLate == true)
        }
    }

    @Test("an old transaction reported for a fresh intent closes it as failed")
    func oldTransactionsNeverSettleAFreshIntent() async throws {
        try await StorageFixture.with { fixture in
            let alice = fixture.account("alice")
            let old = try fixture.purchase("T1", "coins", bought: now - 10 * Self.hour) {
                $0.type = "Consumable"
            }
            _ = try await fixture.upload(old, by: alice)
            let id = try #require(try await fixture.reserve(alice, "coins").intent?.id)
            let answer = try await fixture.upload(old, by: alice, reporting: id).answer
            #expect(answer?.outcome == .alreadyPurchased)
            #expect(answer?.intent?.status == .failed)
            let other = try await fixture.reserve(alice, "monthly")
            let coins = try fixture.purchase("T2", "coins") { $0.type = "Consumable" }
            let mismatch = try await fixture.upload(coins, by: alice, reporting: other.intent?.id)
            #expect(mismatch.answer?.outcome == .transactionMismatch)
            #expect(mismatch.outcome == .recorded)
        }
    }

    @Test("a second purchase reported for a completed intent is recorded, and contradicts it")
    func aCompletedIntentTakesNoSecondTransaction() async throws {
        try await StorageFixture.with { fixture in
            let alice = fixture.account("alice")
            let id = try #require(try await fixture.reserve(alice, "coins").intent?.id)
            for (number, outcome) in [(1, IntentOutcome.settled), (2, .intentClosed)] {
                let fact = try fixture.purchase("T\(number)", "coins", bought: now + 1_000) {
                    $0.type = "Consumable"
                }
                let ingested = try await fixture.upload(fact, by: alice, reporting: id)
                #expect(ingested.outcome == .recorded)
                #expect(ingested.answer?.outcome == outcome)
            }
        }
    }

    @Test("the first owner keeps a line; an unknown token parks it until its account comes")
    func ownersAreDecidedOnce() async throws {
        try await StorageFixture.with { fixture in
            let (alice, bob) = (fixture.account("alice"), fixture.account("bob"))
            let fact = try fixture.purchase("T1", "lifetime")
            _ = try await fixture.upload(fact, by: alice)
            let conflict = try await fixture.upload(fact, by: bob)
            #expect(conflict.isConflict)

            let token = UUID()
            let parked = try fixture.purchase("T2", "lifetime", token: token)
            let unclaimed = try await fixture.upload(parked, by: bob)
            #expect(unclaimed.isUnclaimed)
            let set = try await fixture.storage.accounts.setToken(bob, to: token)
            #expect(set.isSet)
            let claimed = try await fixture.storage.ledger.claimParked(token, for: bob)
            #expect(claimed == 1)
            let state = try await fixture.storage.scopes.state(of: bob, environment: .sandbox)
            #expect(state.snapshot.ownership.map(\.transactionID) == ["T2"])
            let taken = try await fixture.storage.accounts.setToken(alice, to: token)
            #expect(!taken.isSet)
        }
    }

    @Test("revocation takes at once and its reversal gives back, in whatever order they arrive")
    func theNewestSnapshotWins() async throws {
        let seed = Seed.make()
        var generator = seed.generator()
        for _ in 0..<6 {
            let order = [0, 1, 2, 0, 1, 2].shuffled(using: &generator)
            try await StorageFixture.with { fixture in
                let alice = fixture.account("alice")
                let bought = now
                let snapshots = try (0..<3).map { index in
                    try fixture.purchase("T1", "lifetime", bought: bought) {
                        $0.signedDate = bought + Int64(index) * 1_000
                        if index == 1 { $0.revocationDate = bought + 500 }
                    }
                }
                for index in order { _ = try await fixture.upload(snapshots[index], by: alice) }
                #expect(try await fixture.reserve(alice, "monthly").outcome == .owned)
                #expect(
                    try await fixture.ask(
                        "select count(*)::text from interlock.store_transaction") == "1")
            }
        }
    }

    @Test("a subscription is owned until it ends, and the clock alone ends it")
    func theClockEndsOwnership() async throws {
        try await StorageFixture.with { fixture in
            let alice = fixture.account("alice")
            let fact = try fixture.purchase("T1", "monthly", expires: now + 8_000)
            _ = try await fixture.upload(fact, by: alice)
            #expect(try await fixture.reserve(alice, "monthly").outcome == .owned)
            #expect(try await fixture.reserve(alice, "yearly").outcome == .granted)
            let before = try await fixture.storage.scopes.state(of: alice, environment: .sandbox)
            try await eventually("the clock makes the scope due") {
                try await !fixture.storage.scopes.due(limit: 10).isEmpty
            }
            let after = try await fixture.storage.scopes.state(of: alice, environment: .sandbox)
            #expect(after.snapshot.version > before.snapshot.version)
            #expect(try await fixture.storage.scopes.due(limit: 10).isEmpty)
        }
    }

    @Test("an upgrade ends the old plan, although the store says so only of the new one")
    func anUpgradeEndsTheOldPlan() async throws {
        try await StorageFixture.with { fixture in
            let alice = fixture.account("alice")
            let start = now - 1_000 * Self.hour
            func entitled(at time: Int64) async throws -> [String] {
                let rows = try await fixture.storage.ledger.entitlements(
                    of: alice, environment: .sandbox, at: Timestamp(milliseconds: time))
                return rows.filter { row in
                    row.revokedAt == nil && row.startsAt.milliseconds <= time
                        && row.expiresAt.map { $0.milliseconds > time } ?? true
                }.map(\.productID)
            }
            let month = 720 * Self.hour
            let facts = [
                try fixture.purchase(
                    "U1", "monthly", bought: start, expires: start + month),
                // Renewed ahead of its day, then changed.
                try fixture.purchase(
                    "U2", "monthly", bought: start + month, expires: start + 2 * month
                ) {
                    $0.originalTransactionID = "U1"
                    $0.reason = "RENEWAL"
                },
                try fixture.purchase(
                    "U3", "yearly", bought: start + month - Self.hour,
                    expires: start + month - Self.hour + 12 * month
                ) { $0.originalTransactionID = "U1" },
            ]
            for fact in facts.shuffled() { _ = try await fixture.upload(fact, by: alice) }
            #expect(try await entitled(at: start + Self.hour) == ["monthly"])
            #expect(try await entitled(at: start + month) == ["yearly"])
            #expect(try await entitled(at: now) == ["yearly"])
            let state = try await fixture.storage.scopes.state(of: alice, environment: .sandbox)
            #expect(state.snapshot.ownership.map(\.transactionID) == ["U3"])
            let refund = try fixture.purchase(
                "U3", "yearly", bought: start + month - Self.hour,
                expires: start + month - Self.hour + 12 * month
            ) {
                $0.originalTransactionID = "U1"
                $0.revocationDate = self.now - Self.hour
                $0.signedDate = self.now
            }
            _ = try await fixture.upload(refund, by: alice)
            #expect(try await entitled(at: now).isEmpty)
            #expect(try await fixture.reserve(alice, "monthly").outcome == .granted)
        }
    }
}
