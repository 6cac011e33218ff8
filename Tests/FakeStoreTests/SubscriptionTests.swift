import Cryptography
import StoreSigner
import Testing

@testable import FakeStore

/// A subscription's life by the clock and by hand.
@Suite struct SubscriptionTests {
    @Test func `it renews by the clock, signed ahead of the next period, which joins the last`()
        throws
    {
        var shop = Shop()
        let id = try shop.buy("news_weekly")
        #expect(shop.pass(days: 7) == ["DID_RENEW"])
        let renewal = try #require(shop.told.last?.transaction)
        #expect(renewal.originalTransactionID == id)
        #expect(renewal.transactionID != id)
        #expect(renewal.purchaseDate == shop.told[0].transaction?.expiresDate)
        #expect(try #require(renewal.signedDate) < renewal.purchaseDate)
        #expect(renewal.originalPurchaseDate == openingTime + 1)
        #expect(renewal.reason == "RENEWAL")
        #expect(renewal.appAccountToken == testToken)
        #expect(shop.pass(days: 21) == ["DID_RENEW", "DID_RENEW", "DID_RENEW"])
        #expect(shop.store.entitlements(of: "anna").map(\.productID) == ["news_weekly"])
    }

    @Test func `speed shortens periods and leaves the clock alone`() throws {
        var rules = StoreRules()
        rules.speed = 7 * 24 * 60
        var shop = Shop(rules)
        _ = try shop.buy("news_weekly")
        let facts = try #require(shop.told[0].transaction)
        #expect(facts.expiresDate == facts.purchaseDate + 60_000)
        #expect(shop.pass(days: 1.0 / 1_440) == ["DID_RENEW"])
    }

    @Test func `switched off it ends with its period`() throws {
        var shop = Shop()
        let id = try shop.buy("news_weekly")
        let off = StoreAct.setAutoRenew(transactionID: id, isOn: false)
        #expect(try shop.act(off).labels == ["DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"])
        #expect(shop.refusal(off) == .nothingToDo)
        let on = try shop.act(.setAutoRenew(transactionID: id, isOn: true))
        #expect(on.labels == ["DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED"])
        try shop.act(off)
        #expect(shop.pass(days: 6.9).isEmpty)
        #expect(shop.pass(days: 1) == ["EXPIRED/VOLUNTARY"])
        let ended = try #require(shop.told.last)
        #expect(ended.status == 2)
        #expect(ended.renewalInfo?.expirationIntent == 1)
        #expect(ended.renewalInfo?.autoRenews == false)
        #expect(shop.store.entitlements(of: "anna").isEmpty)
    }

    @Test func `it begins anew under the original transaction`() throws {
        var shop = Shop()
        let id = try shop.buy("pro_monthly")
        try shop.act(.expire(transactionID: id, .voluntary))
        let again = try shop.act(.buy(StoreOrder(buyer: "anna", productID: "basic_monthly")))
        #expect(again.labels == ["SUBSCRIBED/RESUBSCRIBE"])
        #expect(again.transactions.first?.originalTransactionID == id)
        #expect(again.transactions.first?.reason == "PURCHASE")
        #expect(again.transactions.first?.appAccountToken == nil)
        #expect(
            shop.refusal(.resubscribe(transactionID: id, productID: nil)) == .stillActive)
        try shop.act(.expire(transactionID: id, .other))
        let outside = try shop.act(.resubscribe(transactionID: id, productID: "pro_yearly"))
        #expect(outside.labels == ["SUBSCRIBED/RESUBSCRIBE"])
        #expect(
            shop.refusal(.resubscribe(transactionID: id, productID: "news_weekly"))
                == .otherGroup)
    }

    @Test func `an upgrade is at once and the old transaction is marked`() throws {
        var shop = Shop()
        let id = try shop.buy("pro_monthly")
        shop.pass(days: 3)
        let up = try shop.act(.changePlan(transactionID: id, productID: "family_monthly"))
        #expect(up.labels == ["DID_CHANGE_RENEWAL_PREF/UPGRADE"])
        let new = try #require(up.transactions.first)
        #expect(new.originalTransactionID == id)
        #expect(new.purchaseDate == shop.store.now)
        #expect(new.reason == "PURCHASE")
        #expect(new.appAccountToken == testToken)
        #expect(try shop.store.snapshot(id).isUpgraded)
        #expect(shop.store.entitlements(of: "anna").map(\.productID) == ["family_monthly"])
    }

    @Test func `a purchase in the group of an active subscription is a change of plan`() throws {
        var shop = Shop()
        _ = try shop.buy("pro_monthly")
        let up = try shop.act(.buy(StoreOrder(buyer: "anna", productID: "family_monthly")))
        #expect(up.result == .purchased)
        let down = try shop.act(.buy(StoreOrder(buyer: "anna", productID: "basic_monthly")))
        #expect(down.result == .scheduled)
        #expect(down.labels == ["DID_CHANGE_RENEWAL_PREF/DOWNGRADE"])
        let stay = try shop.act(.buy(StoreOrder(buyer: "anna", productID: "family_monthly")))
        #expect(stay.labels == ["DID_CHANGE_RENEWAL_PREF"])
    }

    @Test(arguments: [("basic_monthly", 30.0), ("pro_yearly", 365.0)])
    func `a lower plan, or an equal one of another length, begins with the next period`(
        product: String, days: Double
    ) throws {
        var shop = Shop()
        let id = try shop.buy("pro_monthly")
        let down = try shop.act(.changePlan(transactionID: id, productID: product))
        #expect(down.labels == ["DID_CHANGE_RENEWAL_PREF/DOWNGRADE"])
        #expect(down.notifications[0].transaction?.productID == "pro_monthly")
        #expect(down.notifications[0].renewalInfo?.autoRenewProductID == product)
        #expect(down.notifications[0].renewalInfo?.productID == "pro_monthly")
        #expect(shop.pass(days: 30) == ["DID_RENEW"])
        let renewal = try #require(shop.told.last?.transaction)
        #expect(renewal.productID == product)
        #expect(
            renewal.expiresDate == renewal.purchaseDate + Int64(days * Double(testDay)))
    }

    @Test func `a change that was taken back doesn't happen`() throws {
        var shop = Shop()
        let id = try shop.buy("pro_monthly")
        #expect(shop.refusal(.cancelPlanChange(transactionID: id)) == .nothingToDo)
        try shop.act(.changePlan(transactionID: id, productID: "basic_monthly"))
        let stay = try shop.act(.cancelPlanChange(transactionID: id))
        #expect(stay.labels == ["DID_CHANGE_RENEWAL_PREF"])
        #expect(stay.notifications[0].renewalInfo?.autoRenewProductID == "pro_monthly")
        shop.pass(days: 30)
        #expect(shop.told.last?.transaction?.productID == "pro_monthly")
    }

    @Test func `a higher price without consent ends it, with consent it is paid`() throws {
        for consents in [false, true] {
            var shop = Shop()
            let id = try shop.buy("news_weekly")
            let asked = try shop.act(.raisePrice(transactionID: id, price: 12_990))
            #expect(asked.labels == ["PRICE_INCREASE/PENDING"])
            #expect(asked.notifications[0].renewalInfo?.priceIncreaseStatus == 0)
            if consents {
                let accepted = try shop.act(.acceptPrice(transactionID: id))
                #expect(accepted.labels == ["PRICE_INCREASE/ACCEPTED"])
                #expect(accepted.notifications[0].renewalInfo?.priceIncreaseStatus == 1)
            }
            let label = consents ? "DID_RENEW" : "EXPIRED/PRICE_INCREASE"
            #expect(shop.pass(days: 7) == [label])
            #expect(shop.told.last?.transaction?.price == (consents ? 12_990 : 9_990))
            #expect(shop.told.last?.renewalInfo?.expirationIntent == (consents ? nil : 3))
        }
    }

    @Test func `extensions move the end of the same transaction`() throws {
        var shop = Shop()
        let id = try shop.buy("news_weekly")
        let end = try #require(try shop.store.snapshot(id).expiresDate)
        let outcome = try shop.act(.extendRenewal(transactionID: id, days: 5))
        #expect(outcome.labels == ["RENEWAL_EXTENDED"])
        #expect(outcome.notifications[0].transaction?.expiresDate == end + 5 * testDay)
        let all = try shop.act(.extendAll(productID: "news_weekly", days: 2))
        #expect(all.labels == ["RENEWAL_EXTENDED", "RENEWAL_EXTENSION/SUMMARY"])
        guard case .summary(let fields) = all.notifications[1].content else {
            Issue.record("no summary")
            return
        }
        #expect(fields["succeededCount"] == 1)
        #expect(shop.refusal(.extendRenewal(transactionID: id, days: 91)) == .badQuantity)
    }

    @Test func `a period that was renewed ahead is left to begin`() throws {
        var shop = Shop()
        let id = try shop.buy("pro_monthly")
        #expect(try shop.act(.renew(transactionID: id)).labels == ["DID_RENEW"])
        #expect(shop.refusal(.renew(transactionID: id)) == .periodNotBegun)
        #expect(shop.refusal(.expire(transactionID: id, .other)) == .periodNotBegun)
        #expect(
            shop.refusal(.failBilling(transactionID: id, isNow: true)) == .periodNotBegun)
        #expect(shop.store.entitlements(of: "anna").map(\.transactionID) == [id])
    }
}
