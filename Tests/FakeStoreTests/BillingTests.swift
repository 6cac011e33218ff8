import StoreSigner
import Testing

@testable import FakeStore

/// What happens when the bank doesn't pay.
@Suite struct BillingTests {
    private static func shop(grace: Bool) throws -> (Shop, String) {
        var rules = StoreRules()
        if !grace { rules.gracePeriod = nil }
        var shop = Shop(rules)
        let id = try shop.buy("pro_monthly")
        try shop.act(.failBilling(transactionID: id, isNow: false))
        return (shop, id)
    }

    @Test func `grace entitles for sixteen days, billing retry doesn't, after sixty it is over`()
        throws
    {
        var (shop, _) = try Self.shop(grace: true)
        #expect(shop.pass(days: 30.1) == ["DID_FAIL_TO_RENEW/GRACE_PERIOD"])
        let failed = try #require(shop.told.last)
        #expect(failed.status == 4)
        #expect(failed.renewalInfo?.isInBillingRetry == true)
        let end = try #require(failed.transaction?.expiresDate)
        #expect(failed.renewalInfo?.gracePeriodExpiresDate == end + 16 * testDay)
        #expect(shop.store.entitlements(of: "anna").map(\.isGrace) == [true])
        #expect(shop.pass(days: 16) == ["GRACE_PERIOD_EXPIRED"])
        #expect(shop.told.last?.status == 3)
        #expect(shop.told.last?.renewalInfo?.gracePeriodExpiresDate == nil)
        #expect(shop.store.entitlements(of: "anna").isEmpty)
        #expect(shop.pass(days: 44) == ["EXPIRED/BILLING_RETRY"])
        #expect(shop.told.last?.renewalInfo?.expirationIntent == 2)
        #expect(shop.told.last?.renewalInfo?.isInBillingRetry == false)
    }

    @Test func `without grace it is in billing retry at once`() throws {
        var (shop, _) = try Self.shop(grace: false)
        #expect(shop.pass(days: 30.1) == ["DID_FAIL_TO_RENEW"])
        #expect(shop.told.last?.status == 3)
        #expect(shop.store.entitlements(of: "anna").isEmpty)
    }

    @Test func `paid in grace the cycle stays, paid later a new one begins`() throws {
        for grace in [true, false] {
            var (shop, id) = try Self.shop(grace: grace)
            shop.pass(days: 33)
            let outcome = try shop.act(.recover(transactionID: id))
            #expect(outcome.labels == ["DID_RENEW/BILLING_RECOVERY"])
            let renewal = try #require(outcome.transactions.first)
            #expect(renewal.reason == "RENEWAL")
            let end = openingTime + 1 + 30 * testDay
            #expect(renewal.purchaseDate == (grace ? end : shop.store.now))
            #expect(outcome.notifications[0].status == 1)
            #expect(shop.pass(days: 30) == ["DID_RENEW"])
        }
    }

    @Test func `buying again while it is not paid is the recovery`() throws {
        var (shop, id) = try Self.shop(grace: false)
        shop.pass(days: 33)
        let again = try shop.act(.buy(StoreOrder(buyer: "anna", productID: "pro_monthly")))
        #expect(again.labels == ["DID_RENEW/BILLING_RECOVERY"])
        #expect(again.transactions.first?.originalTransactionID == id)
    }

    @Test func `failing at once ends the period now`() throws {
        var shop = Shop()
        let id = try shop.buy("pro_monthly")
        shop.pass(days: 3)
        let outcome = try shop.act(.failBilling(transactionID: id, isNow: true))
        #expect(outcome.labels == ["DID_FAIL_TO_RENEW/GRACE_PERIOD"])
        #expect(outcome.notifications[0].transaction?.expiresDate == shop.store.now)
    }

    @Test func `whoever switches it off in billing retry has ended it`() throws {
        var (shop, id) = try Self.shop(grace: false)
        shop.pass(days: 33)
        try shop.act(.setAutoRenew(transactionID: id, isOn: false))
        #expect(shop.pass(days: 0.1) == ["EXPIRED/VOLUNTARY"])
    }
}
