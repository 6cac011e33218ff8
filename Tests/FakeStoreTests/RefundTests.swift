import StoreSigner
import Testing

@testable import FakeStore

/// What is taken back, what is shared, and what is only told.
@Suite struct RefundTests {
    @Test
    func `a refund revokes its transaction and ends the subscription; reversed both are back`()
        throws
    {
        var shop = Shop()
        let id = try shop.buy("pro_monthly")
        shop.pass(days: 2)
        let before = try shop.store.snapshot(id)
        let refund = try shop.act(
            .refund(transactionID: id, percentage: nil, isAppIssue: true))
        #expect(refund.labels == ["REFUND"])
        let facts = try #require(refund.notifications[0].transaction)
        #expect(facts.revocationDate == shop.store.now)
        #expect(facts.revocationReason == 1)
        #expect(facts.revocationType == "REFUND_FULL")
        #expect(facts.revocationPercentage == 100_000)
        #expect(refund.notifications[0].status == 5)
        #expect(shop.store.entitlements(of: "anna").isEmpty)
        let again = StoreAct.refund(transactionID: id, percentage: nil, isAppIssue: false)
        #expect(shop.refusal(again) == .alreadyRefunded)
        #expect(shop.pass(days: 5).isEmpty)
        let reversed = try shop.act(.reverseRefund(transactionID: id))
        #expect(reversed.labels == ["REFUND_REVERSED"])
        var now = try #require(reversed.notifications[0].transaction)
        now.signedDate = before.signedDate
        #expect(now == before)
        #expect(reversed.notifications[0].status == 1)
        #expect(shop.refusal(.reverseRefund(transactionID: id)) == .notRefunded)
        #expect(shop.pass(days: 30) == ["DID_RENEW"])
    }

    @Test func `a part of a quantity is refunded as a percentage of it all`() throws {
        var shop = Shop()
        let order = StoreOrder(buyer: "anna", productID: "coins", quantity: 4)
        let id = try #require(try shop.act(.buy(order)).transactions.first).transactionID
        let refund = try shop.act(
            .refund(transactionID: id, percentage: 25_000, isAppIssue: false))
        let facts = try #require(refund.notifications[0].transaction)
        #expect(facts.quantity == 4)
        #expect(facts.revocationPercentage == 25_000)
        #expect(facts.revocationType == "REFUND_PRORATED")
        for percentage in [Int64(0), 100_001] {
            let act = StoreAct.refund(
                transactionID: id, percentage: percentage, isAppIssue: false)
            #expect(shop.refusal(act) == .alreadyRefunded)
        }
    }

    @Test func `an old period's refund leaves the subscription alone`() throws {
        var shop = Shop()
        let id = try shop.buy("news_weekly")
        shop.pass(days: 8)
        let refund = try shop.act(
            .refund(transactionID: id, percentage: nil, isAppIssue: false))
        #expect(refund.notifications[0].transaction?.transactionID == id)
        #expect(refund.notifications[0].status == 1)
        #expect(shop.store.entitlements(of: "anna").count == 1)
        #expect(shop.pass(days: 7) == ["DID_RENEW"])
    }

    @Test func `each family member has transactions of its own, which follow the purchaser's`()
        throws
    {
        var shop = Shop()
        let id = try shop.buy("family_monthly")
        let share = StoreAct.share(transactionID: id, member: "ben")
        let shared = try shop.act(share)
        #expect(shared.labels == ["SUBSCRIBED/INITIAL_BUY"])
        let twin = try #require(shared.transactions.first)
        #expect(twin.ownership == "FAMILY_SHARED")
        #expect(twin.appAccountToken == nil)
        #expect(twin.transactionID != id)
        #expect(twin.originalTransactionID != id)
        #expect(twin.expiresDate == shop.told[0].transaction?.expiresDate)
        #expect(twin.appTransactionID != shop.told[0].transaction?.appTransactionID)
        #expect(shop.refusal(share) == .nothingToDo)
        #expect(shop.pass(days: 30) == ["DID_RENEW", "DID_RENEW"])
        #expect(shop.told.last?.transaction?.originalTransactionID == twin.originalTransactionID)
        let gone = try shop.act(.unshare(transactionID: id, member: "ben"))
        #expect(gone.labels == ["REVOKE"])
        #expect(gone.notifications[0].transaction?.revocationType == "FAMILY_REVOKE")
        #expect(gone.notifications[0].status == 5)
        #expect(shop.store.entitlements(of: "ben").isEmpty)
        #expect(shop.pass(days: 30) == ["DID_RENEW"])
        #expect(try shop.act(share).labels == ["SUBSCRIBED/RESUBSCRIBE"])
        #expect(shop.store.entitlements(of: "ben").map(\.isFamilyShared) == [true])
    }

    @Test func `a refund reaches the family, and so does its reversal`() throws {
        var shop = Shop()
        for product in ["family_monthly", "lifetime"] {
            let id = try shop.buy(product)
            try shop.act(.share(transactionID: id, member: "ben"))
            let refund = try shop.act(
                .refund(transactionID: id, percentage: nil, isAppIssue: false))
            #expect(refund.labels == ["REFUND", "REVOKE"])
            #expect(shop.store.entitlements(of: "ben").isEmpty)
            let reversed = try shop.act(.reverseRefund(transactionID: id))
            #expect(reversed.labels == ["REFUND_REVERSED", "REFUND_REVERSED"])
            #expect(shop.store.entitlements(of: "ben").map(\.productID) == [product])
            try shop.act(.unshare(transactionID: id, member: "ben"))
        }
    }

    @Test func `what is not shared is refused, and what is shared is not the member's to refund`()
        throws
    {
        var shop = Shop()
        let own = try shop.buy("pro_monthly")
        #expect(
            shop.refusal(.share(transactionID: own, member: "ben")) == .notShareable)
        let id = try shop.buy("lifetime")
        #expect(shop.refusal(.unshare(transactionID: id, member: "ben")) == .notShared)
        let twin = try #require(
            try shop.act(.share(transactionID: id, member: "ben")).transactions.first)
        let acts: [StoreAct] = [
            .refund(transactionID: twin.transactionID, percentage: nil, isAppIssue: false),
            .setToken(transactionID: twin.transactionID, token: testToken),
            .share(transactionID: twin.transactionID, member: "carla"),
        ]
        for act in acts { #expect(shop.refusal(act) == .familyShared) }
    }

    @Test func `a plan that is not shared takes the family's access`() throws {
        var shop = Shop()
        let id = try shop.buy("family_monthly")
        try shop.act(.share(transactionID: id, member: "ben"))
        try shop.act(.changePlan(transactionID: id, productID: "basic_monthly"))
        #expect(shop.pass(days: 31) == ["DID_RENEW", "REVOKE"])
    }

    @Test func `some acts only tell`() throws {
        var shop = Shop()
        let id = try shop.buy("coins")
        let asked = try shop.act(
            .requestConsumption(transactionID: id, reason: "LEGAL"))
        #expect(asked.labels == ["CONSUMPTION_REQUEST"])
        #expect(asked.notifications[0].consumptionRequestReason == "LEGAL")
        #expect(try shop.act(.declineRefund(transactionID: id)).labels == ["REFUND_DECLINED"])
        let rescinded = try shop.act(.rescindConsent(buyer: "anna"))
        #expect(rescinded.labels == ["RESCIND_CONSENT"])
        #expect(
            rescinded.notifications[0].content
                == .appData(try shop.store.appTransaction(of: "anna")))
        #expect(shop.refusal(.rescindConsent(buyer: "zoe")) == .unknownBuyer("zoe"))
        let labels = ["EXTERNAL_PURCHASE_TOKEN/UNREPORTED", "TEST", "NEWS/FROM_2031"]
        let acts: [StoreAct] = [
            .remindOfExternalPurchase, .sendTest,
            .notify(kind: "NEWS", subtype: "FROM_2031", transactionID: nil),
        ]
        #expect(try acts.flatMap { try shop.act($0).labels } == labels)
    }
}
