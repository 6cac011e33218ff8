/// Something that a customer, a parent, a bank, Apple or the developer does.
///
/// A `transactionID` that stands for a subscription may be that of any of its transactions.
package enum StoreAct: Sendable, Equatable {
    // On a device.
    /// Buys. In a group with an active subscription it changes the plan; what is owned is delivered
    /// again; an expired subscription begins anew; one that could not be paid recovers.
    case buy(StoreOrder)
    /// Asks a parent: nothing is bought yet. A request of the same buyer for the same product is
    /// merged with the pending one and restarts its time.
    case ask(StoreOrder)
    case approve(buyer: String, productID: String)
    /// Ends a request; the store tells nobody.
    case decline(buyer: String, productID: String)
    /// Lets a request run out at once; the store tells nobody.
    case lapse(buyer: String, productID: String)

    // In the store's own pages, outside of the app.
    /// Redeems an offer code: the transaction carries no token.
    case redeemOffer(buyer: String, productID: String, offerID: String)
    /// Up or down: at once, or at the next renewal.
    case changePlan(transactionID: String, productID: String)
    case cancelPlanChange(transactionID: String)
    case setAutoRenew(transactionID: String, isOn: Bool)
    /// Begins an expired subscription anew, with its old token.
    case resubscribe(transactionID: String, productID: String?)
    case acceptPrice(transactionID: String)
    case share(transactionID: String, member: String)
    case unshare(transactionID: String, member: String)
    case rescindConsent(buyer: String)

    // The clock and the bank.
    /// Makes the next period now, ahead of its beginning.
    case renew(transactionID: String)
    /// Lets billing fail: now, ending the period, or only when it would renew.
    case failBilling(transactionID: String, isNow: Bool)
    case recover(transactionID: String)
    /// Ends the period now.
    case expire(transactionID: String, ExpirationIntent)

    // Apple and the developer.
    /// Gives back all, or a part in thousandths of a percent.
    case refund(transactionID: String, percentage: Int64?, isAppIssue: Bool)
    case reverseRefund(transactionID: String)
    case declineRefund(transactionID: String)
    case requestConsumption(transactionID: String, reason: String)
    case raisePrice(transactionID: String, price: Int64)
    case extendRenewal(transactionID: String, days: Int64)
    /// Extends every active subscription of a product.
    case extendAll(productID: String, days: Int64)
    case setToken(transactionID: String, token: String)
    case remindOfExternalPurchase
    case sendTest
    /// Sends any type of notification, also one that nobody knows yet, with what now is.
    case notify(kind: String, subtype: String?, transactionID: String?)
}
