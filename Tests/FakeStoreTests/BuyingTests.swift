import StoreSigner
import Testing

@testable import FakeStore

/// What is bought, and what the developer's server is told of it.
@Suite struct BuyingTests {
    @Test(arguments: [
        ("pro_monthly", "SUBSCRIBED/INITIAL_BUY", "Auto-Renewable Subscription"),
        ("lifetime", "ONE_TIME_CHARGE", "Non-Consumable"),
        ("coins", "ONE_TIME_CHARGE", "Consumable"),
        ("season", "ONE_TIME_CHARGE", "Non-Renewing Subscription"),
    ])
    func `a purchase is told with its transaction as of then`(
        product: String, label: String, type: String
    ) throws {
        var shop = Shop()
        let outcome = try shop.act(
            .buy(StoreOrder(buyer: "anna", productID: product, appAccountToken: testToken)))
        #expect(outcome.result == .purchased)
        #expect(outcome.labels == [label])
        let facts = try #require(outcome.transactions.first)
        #expect(outcome.notifications[0].transaction == facts)
        #expect(facts.type == type)
        #expect(facts.appAccountToken == testToken)
        #expect(facts.originalTransactionID == facts.transactionID)
        #expect(facts.purchaseDate == openingTime + 1)
        #expect(facts.signedDate == openingTime + 1)
        #expect(facts.reason == "PURCHASE")
        #expect(facts.ownership == "PURCHASED")
        #expect((facts.expiresDate != nil) == (product == "pro_monthly"))
        #expect((outcome.notifications[0].status == 1) == (product == "pro_monthly"))
        #expect((outcome.notifications[0].renewalInfo != nil) == (product == "pro_monthly"))
        let id = try #require(Int64(facts.transactionID))
        #expect(id > 2_000_000_000_000_000)
    }

    @Test func `what is owned is delivered again, newly dated, and nobody is told`() throws {
        for product in ["pro_monthly", "lifetime"] {
            var shop = Shop()
            let id = try shop.buy(product)
            shop.pass(days: 1)
            let again = try shop.act(.buy(StoreOrder(buyer: "anna", productID: product)))
            #expect(again.result == .alreadyOwned)
            #expect(again.notifications.isEmpty)
            var facts = try #require(again.transactions.first)
            #expect(facts.transactionID == id)
            #expect(facts.signedDate == shop.store.now)
            facts.signedDate = openingTime + 1
            #expect(facts == shop.told[0].transaction)
        }
    }

    @Test func `consumables come in quantities, other things one at a time`() throws {
        var shop = Shop()
        let coins = StoreOrder(buyer: "anna", productID: "coins", quantity: 3)
        let outcome = try shop.act(.buy(coins))
        #expect(outcome.transactions.first?.quantity == 3)
        #expect(outcome.transactions.first?.price == 2_970)
        #expect(try shop.act(.buy(coins)).result == .purchased)
        for (product, quantity) in [("coins", 11), ("coins", 0), ("lifetime", 2)] {
            let order = StoreOrder(
                buyer: "anna", productID: product, quantity: Int64(quantity))
            #expect(shop.refusal(.buy(order)) == .badQuantity)
        }
        #expect(
            shop.refusal(.buy(StoreOrder(buyer: "anna", productID: "x"))) == .unknownProduct("x"))
    }

    @Test func `requests are merged and restart their day; one purchase results`() throws {
        var shop = Shop()
        let ask = StoreAct.ask(
            StoreOrder(buyer: "anna", productID: "lifetime", appAccountToken: testToken))
        let first = try shop.act(ask)
        #expect(first.result == .pending)
        #expect(first.transactions.isEmpty && first.notifications.isEmpty)
        shop.pass(days: 0.9)
        try shop.act(ask)
        #expect(shop.store.requests.count == 1)
        shop.pass(days: 0.9)
        let approved = try shop.act(.approve(buyer: "anna", productID: "lifetime"))
        #expect(approved.labels == ["ONE_TIME_CHARGE"])
        // The time of the charge, not of the request.
        #expect(approved.transactions.first?.purchaseDate == shop.store.now)
        #expect(approved.transactions.first?.appAccountToken == testToken)
        #expect(
            shop.refusal(.approve(buyer: "anna", productID: "lifetime")) == .noRequest)
    }

    @Test func `a request ends after its day, or by a refusal, and nobody is told`() throws {
        var shop = Shop()
        let order = StoreOrder(buyer: "anna", productID: "lifetime")
        try shop.act(.ask(order))
        #expect(shop.pass(days: 1).isEmpty)
        #expect(shop.store.requests.isEmpty)
        for act in [
            StoreAct.decline(buyer: "anna", productID: "lifetime"),
            .lapse(buyer: "anna", productID: "lifetime"),
        ] {
            #expect(shop.refusal(act) == .noRequest)
            try shop.act(.ask(order))
            #expect(try shop.act(act).notifications.isEmpty)
            #expect(shop.store.requests.isEmpty)
        }
        #expect(shop.told.isEmpty)
    }

    @Test(arguments: [StoreRules.MergedToken.first, .last])
    func `a merged request keeps the token that the rules say`(
        which: StoreRules.MergedToken
    ) throws {
        var rules = StoreRules()
        rules.mergedToken = which
        var shop = Shop(rules)
        let tokens = ["00000000-0000-4000-8000-000000000001", testToken]
        for token in tokens {
            try shop.act(
                .ask(StoreOrder(buyer: "anna", productID: "coins", appAccountToken: token)))
        }
        let outcome = try shop.act(.approve(buyer: "anna", productID: "coins"))
        #expect(outcome.transactions.first?.appAccountToken == tokens[which == .first ? 0 : 1])
    }

    @Test func `an offer code redeemed outside of the app carries no token`() throws {
        var shop = Shop()
        func redeem(_ product: String) -> StoreAct {
            .redeemOffer(buyer: "anna", productID: product, offerID: "SPRING")
        }
        let new = try shop.act(redeem("pro_monthly"))
        #expect(new.labels == ["SUBSCRIBED/INITIAL_BUY"])
        #expect(new.transactions.first?.appAccountToken == nil)
        #expect(new.transactions.first?.offerIdentifier == "SPRING")
        #expect(new.transactions.first?.offerType == 3)
        let active = try shop.act(redeem("pro_monthly"))
        #expect(active.labels == ["OFFER_REDEEMED"])
        #expect(active.notifications[0].renewalInfo?.offerIdentifier == "SPRING")
        #expect(try shop.act(redeem("family_monthly")).labels == ["OFFER_REDEEMED/UPGRADE"])
        #expect(try shop.act(redeem("basic_monthly")).labels == ["OFFER_REDEEMED/DOWNGRADE"])
        #expect(try shop.act(redeem("coins")).labels == ["ONE_TIME_CHARGE"])
    }

    @Test func `a token that was set later is that of this period and the next, not of past ones`()
        throws
    {
        var shop = Shop()
        let first = try shop.buy("news_weekly", token: nil)
        shop.pass(days: 8)
        try shop.act(.setToken(transactionID: first, token: testToken))
        shop.pass(days: 7)
        let tokens = shop.store.snapshots(of: "anna").map(\.appAccountToken)
        #expect(tokens == [nil, testToken, testToken])
        #expect(try shop.store.renewalInfo(first)?.appAccountToken == testToken)
    }
}
