internal import InterlockAPI
internal import StoreSigner

/// One page of a customer's transactions, in the order of their last change.
struct HistoryPage: Sendable {
    /// The store's own bound.
    static let size = 20

    let transactions: [TransactionTemplate]
    /// Where the next page begins; of an empty page, where this one did.
    let revision: String
    let hasMore: Bool

    /// Makes a page of a buyer's history.
    init(of buyer: StoreBuyer, in store: Storefront, _ query: HistoryQuery) {
        var found = buyer.purchases.filter { query.wants(store.purchases[$0], in: store) }
            .map { (position: HistoryQuery.Position(store.purchases[$0]), place: $0) }
            .sorted { $0.position < $1.position }
        if query.isDescending { found.reverse() }
        if let after = query.after {
            found.removeAll {
                query.isDescending ? $0.position >= after : $0.position <= after
            }
        }
        let page = found.prefix(Self.size)
        transactions = page.map { store.snapshot(at: $0.place) }
        hasMore = found.count > Self.size
        revision = (page.last?.position ?? query.after)?.text ?? "0_0"
    }
}

extension HistoryQuery.Position {
    init(_ purchase: StorePurchase) {
        self.init(
            modified: purchase.modified, transactionID: purchase.facts.transactionID)
    }
}

extension HistoryQuery {
    /// Whether a transaction passes every filter.
    func wants(_ purchase: StorePurchase, in store: Storefront) -> Bool {
        let facts = purchase.facts
        if let start, facts.purchaseDate < start { return false }
        if let end, facts.purchaseDate > end { return false }
        if !productIDs.isEmpty, !productIDs.contains(facts.productID) { return false }
        if !groups.isEmpty, !(facts.subscriptionGroup.map(groups.contains) ?? false) {
            return false
        }
        if !productTypes.isEmpty {
            let type = store.products[facts.productID]?.kind.filterName
            if !(type.map(productTypes.contains) ?? false) { return false }
        }
        if let ownership, facts.ownership != ownership { return false }
        if let isRevoked, purchase.isRevoked != isRevoked { return false }
        return true
    }
}
