import FakeStore
import FoundationEssentials
import StoreSigner
import TestSupport

// What a customer may think of.
extension PurchaseHistory {
    mutating func act() -> StoreAct? {
        guard let customer = cast.customers.randomElement(using: &random),
            let product = store.products.keys.sorted().randomElement(using: &random)
        else { return nil }
        if store.purchases.isEmpty || chance(1, in: 4) { return purchase(customer, product) }
        guard let known = store.purchases.randomElement(using: &random)?.facts else { return nil }
        let id = known.transactionID
        if known.type != "Auto-Renewable Subscription", chance(1, in: 2) {
            return purchase(customer, product)
        }
        switch Int.random(in: 0..<24, using: &random) {
        case 0, 1, 2: return .renew(transactionID: id)
        case 3: return .failBilling(transactionID: id, isNow: chance(1, in: 2))
        case 4: return .recover(transactionID: id)
        case 5:
            let why = ExpirationIntent.allCases.randomElement(using: &random) ?? .other
            return .expire(transactionID: id, why)
        case 6: return .setAutoRenew(transactionID: id, isOn: chance(1, in: 3))
        case 7, 8, 9: return .changePlan(transactionID: id, productID: product)
        case 10: return .cancelPlanChange(transactionID: id)
        case 11: return .resubscribe(transactionID: id, productID: nil)
        case 12: return .raisePrice(transactionID: id, price: 50_000)
        case 13: return .acceptPrice(transactionID: id)
        case 14: return .extendRenewal(transactionID: id, days: 14)
        case 15, 16:
            let part: Int64? = chance(1, in: 2) ? 40_000 : nil
            return .refund(transactionID: id, percentage: part, isAppIssue: chance(1, in: 2))
        case 17, 18:
            let taken = store.purchases.filter { $0.isRevoked && $0.sharedFrom == nil }
            return .reverseRefund(
                transactionID: taken.randomElement(using: &random)?.facts.transactionID ?? id)
        case 19, 20, 21: return .share(transactionID: id, member: customer.name)
        case 22: return .unshare(transactionID: id, member: customer.name)
        default: return .redeemOffer(buyer: customer.name, productID: product, offerID: "SPRING")
        }
    }

    private mutating func purchase(
        _ customer: HistoryCast.Customer, _ product: String
    ) -> StoreAct {
        if let waiting = store.requests.randomElement(using: &random)?.order {
            return chance(1, in: 4)
                ? .decline(buyer: waiting.buyer, productID: waiting.productID)
                : .approve(buyer: waiting.buyer, productID: waiting.productID)
        }
        let token = customer.tokens.randomElement(using: &random)?.uuidString.lowercased()
        let order = StoreOrder(
            buyer: customer.name, productID: product,
            quantity: product == "coins" ? Int64.random(in: 1...3, using: &random) : 1,
            appAccountToken: chance(1, in: 5) ? nil : token)
        return chance(1, in: 5) ? .ask(order) : .buy(order)
    }
}
