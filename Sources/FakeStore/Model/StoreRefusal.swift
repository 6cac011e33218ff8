/// Says why an act did not happen; nothing has changed then but the clock, by a millisecond.
package enum StoreRefusal: Error, Sendable, Equatable, CustomStringConvertible {
    case unknownProduct(String)
    case unknownTransaction(String)
    case unknownBuyer(String)
    case badQuantity
    case noRequest
    case notSubscription
    /// The subscription has ended, or was refunded.
    case notActive
    /// The subscription has not ended.
    case stillActive
    case otherGroup
    /// The period was renewed ahead and has not begun.
    case periodNotBegun
    case alreadyRefunded
    case notRefunded
    case familyShared
    case notShareable
    case notShared
    /// It is so already.
    case nothingToDo

    package var description: String {
        switch self {
        case .unknownProduct(let id): "no product \(id) is sold"
        case .unknownTransaction(let id): "there is no transaction \(id)"
        case .unknownBuyer(let name): "nobody called \(name) has bought anything"
        case .badQuantity: "that quantity is out of its bounds"
        case .noRequest: "no such request is waiting for an answer"
        case .notSubscription: "it is no auto-renewable subscription"
        case .notActive: "the subscription is not active"
        case .stillActive: "the subscription has not ended"
        case .otherGroup: "the product is not in the subscription's group"
        case .periodNotBegun: "the period was renewed ahead and has not begun"
        case .alreadyRefunded: "it is refunded or revoked already"
        case .notRefunded: "it is not refunded"
        case .familyShared: "it is shared by the family, not bought"
        case .notShareable: "the product is not shared with the family"
        case .notShared: "it is not shared with that member"
        case .nothingToDo: "it is so already"
        }
    }
}
