internal import InterlockAPI
internal import StoreSigner

/// What a new transaction says that doesn't follow from its product.
struct StoreSale {
    var buyer: String
    var subscription: Int?
    var purchaseDate: Int64
    var length: Int64?
    var isRenewal = false
    var quantity: Int64 = 1
    var appAccountToken: String?
    var offerID: String?
    var price: Int64
    /// Of a family member's: the purchaser's transaction.
    var sharedFrom: String?
}

extension Storefront {
    /// Records a transaction and gives its place.
    mutating func record(_ product: StoreProduct, _ sale: StoreSale) -> Int {
        let original = sale.subscription.map { subscriptions[$0].originalTransactionID }
        let isFirst = sale.subscription.map { subscriptions[$0].periods.isEmpty } ?? false
        let id = isFirst ? original ?? nextID() : nextID()
        let place = purchases.count
        var facts = TransactionTemplate(
            transactionID: id, originalTransactionID: original,
            bundleID: app.bundleID, productID: product.id, type: product.kind.storeType,
            environment: app.environment, purchaseDate: sale.purchaseDate, signedDate: now,
            appAccountToken: sale.appAccountToken)
        facts.originalPurchaseDate = firstPurchase(of: sale.subscription) ?? sale.purchaseDate
        facts.reason = sale.isRenewal ? "RENEWAL" : "PURCHASE"
        facts.quantity = sale.quantity
        facts.appTransactionID = buyers[sale.buyer]?.appTransactionID
        facts.price = sale.price * sale.quantity
        facts.currency = rules.currency
        if let offerID = sale.offerID {
            facts.offerType = 3
            facts.offerIdentifier = offerID
        }
        if let length = sale.length {
            facts.subscriptionGroup = product.groupID
            facts.expiresDate = sale.purchaseDate + length
            facts.webOrderLineItemID = nextID()
        }
        if sale.sharedFrom != nil {
            facts.ownership = "FAMILY_SHARED"
            facts.price = nil
            facts.currency = nil
        }
        purchases.append(
            StorePurchase(
                facts: facts, buyer: sale.buyer, sharedFrom: sale.sharedFrom, modified: now,
                subscription: sale.subscription))
        places[id] = place
        buyers[sale.buyer]?.purchases.append(place)
        if let subscription = sale.subscription {
            subscriptions[subscription].periods.append(place)
        }
        return place
    }

    private func firstPurchase(of subscription: Int?) -> Int64? {
        guard let subscription, let first = subscriptions[subscription].periods.first else {
            return nil
        }
        return purchases[first].facts.originalPurchaseDate
    }
}
