import AppStore
import FoundationEssentials
import InterlockAPI
import StoreSigner
import TestSupport
import Testing

@testable import Storage

/// Purchases that are nobody's at first.
@Suite("Purchases that wait for their account")
struct WaitingPromises {
    private static let month: Int64 = 30 * 86_400_000

    /// The first period and the next one of a subscription, bought a second from now.
    private func periods(
        _ fixture: StorageFixture, token: UUID? = nil
    ) throws -> (first: VerifiedFact, next: VerifiedFact) {
        let bought = StoreDate.now.milliseconds + 1_000
        let first = try fixture.purchase(
            "T1", "monthly", bought: bought, expires: bought + Self.month, token: token
        ) { $0.appTransactionID = "A1" }
        let next = try fixture.purchase(
            "T2", "monthly", bought: bought + Self.month, expires: bought + 2 * Self.month,
            token: token
        ) {
            $0.originalTransactionID = "T1"
            $0.reason = "RENEWAL"
        }
        return (first, next)
    }

    private func intent(_ fixture: StorageFixture) async throws -> String? {
        try await fixture.ask(
            "select status || ' ' || coalesce(transaction_id, 'by none') from interlock.intent")
    }

    @Test("settle their intent, whichever transaction of theirs finds the account")
    func anotherTransactionFindsTheAccount() async throws {
        try await StorageFixture.with { fixture in
            let alice = fixture.account("alice")
            _ = try await fixture.reserve(alice, "monthly")
            let (first, next) = try periods(fixture)
            #expect(try await fixture.upload(first, by: nil).isUnclaimed)
            #expect(try await intent(fixture) == "reserved by none")
            #expect(try await !fixture.upload(next, by: alice).isUnclaimed)
            #expect(try await intent(fixture) == "completed T1")
        }
    }

    @Test("settle their intent when their token gets known, and show their store account")
    func aTokenGetsKnown() async throws {
        try await StorageFixture.with { fixture in
            let alice = fixture.account("alice")
            let token = UUID()
            _ = try await fixture.reserve(alice, "monthly")
            let (first, next) = try periods(fixture, token: token)
            #expect(try await fixture.upload(next, by: nil).isUnclaimed)
            #expect(try await fixture.upload(first, by: nil).isUnclaimed)
            #expect(try await fixture.storage.accounts.setToken(alice, to: token).isSet)
            _ = try await fixture.storage.ledger.claimParked(token, for: alice)
            #expect(try await intent(fixture) == "completed T1")
            #expect(
                try await fixture.ask(
                    "select kind || ' ' || resolution from interlock.incident")
                    == "unclaimed claimed")
            #expect(
                try await fixture.ask("select app_transaction_id from interlock.store_account")
                    == "A1")
        }
    }

    @Test("wait for the newest token of their line, whichever message came last")
    func theNewestTokenCounts() async throws {
        for order in [[0, 1], [1, 0]] {
            try await StorageFixture.with { fixture in
                let tokens = [UUID(), UUID()]
                let now = StoreDate.now.milliseconds
                for index in order {
                    let fact = try fixture.purchase("T1", "lifetime", token: tokens[index]) {
                        $0.signedDate = now + Int64(index) * 1_000
                    }
                    _ = try await fixture.upload(fact, by: nil)
                }
                let parked = try await fixture.ask(
                    "select parked_token::text from interlock.purchase_line")
                #expect(parked == tokens[1].uuidString.lowercased())
            }
        }
    }
}
