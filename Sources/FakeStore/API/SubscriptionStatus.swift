internal import StoreSigner

/// What the store says of one subscription.
struct SubscriptionStatus: Sendable {
    let group: String
    let status: Int64
    let transaction: TransactionTemplate
    let renewalInfo: RenewalInfoTemplate
}

extension Storefront {
    /// The customer whom a transaction's, an original transaction's or an app transaction's id means.
    func customer(_ id: String) throws(StoreRefusal) -> StoreBuyer {
        let name = places[id].map { purchases[$0].buyer }
        let known =
            name.flatMap { buyers[$0] }
            ?? buyers.values.first { $0.appTransactionID == id }
        guard let known else { throw .unknownTransaction(id) }
        return known
    }

    /// The transaction itself; of an app transaction's id, the customer's last.
    func latest(_ id: String) throws(StoreRefusal) -> String {
        if places[id] != nil { return id }
        guard let last = try customer(id).purchases.last else { throw .unknownTransaction(id) }
        return purchases[last].facts.transactionID
    }

    /// All of a customer's subscriptions, family members' shares among them.
    func statuses(of buyer: StoreBuyer) -> [SubscriptionStatus] {
        buyer.subscriptions.map { place in
            SubscriptionStatus(
                group: subscriptions[place].group, status: status(of: place),
                transaction: snapshot(at: last(place)), renewalInfo: renewalInfo(of: place))
        }
    }
}
