package import AppStore

/// Says which transactions of a history are wanted; everything unless restricted.
///
/// A revision belongs to the filter under which it was given: whoever keeps one asks again with an
/// equal filter.
package struct HistoryFilter: Sendable, Equatable {
    /// What sort of product, in the spelling of this call.
    package struct ProductType: StoreCode {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        package static let autoRenewable = ProductType(rawValue: "AUTO_RENEWABLE")
        package static let nonRenewable = ProductType(rawValue: "NON_RENEWABLE")
        package static let consumable = ProductType(rawValue: "CONSUMABLE")
        package static let nonConsumable = ProductType(rawValue: "NON_CONSUMABLE")
    }

    /// In which order of their last change.
    package enum Order: String, Sendable {
        case ascending = "ASCENDING"
        case descending = "DESCENDING"
    }

    /// From this purchase (or renewal) date on.
    package var startDate: StoreDate?
    /// Up to this purchase (or renewal) date; the store decides whether it belongs to it.
    package var endDate: StoreDate?
    package var productIDs: [String] = []
    package var productTypes: [ProductType] = []
    package var subscriptionGroups: [String] = []
    package var ownership: StoreTransaction.Ownership?
    /// True: only what was taken back; false: only what wasn't.
    package var revoked: Bool?
    /// The store's own order where it is nil, which is ascending.
    package var order: Order?

    package init() {}

    var query: [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        if let startDate { pairs.append(("startDate", "\(startDate)")) }
        if let endDate { pairs.append(("endDate", "\(endDate)")) }
        pairs += productIDs.map { ("productId", $0) }
        pairs += productTypes.map { ("productType", $0.rawValue) }
        if let order { pairs.append(("sort", order.rawValue)) }
        pairs += subscriptionGroups.map { ("subscriptionGroupIdentifier", $0) }
        if let ownership { pairs.append(("inAppOwnershipType", ownership.rawValue)) }
        if let revoked { pairs.append(("revoked", revoked ? "true" : "false")) }
        return pairs
    }
}
