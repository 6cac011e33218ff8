/// What is known of one subscription beyond its transactions.
package struct StoreSubscription: Sendable, Equatable {
    package enum Phase: Sendable, Equatable {
        case active
        /// Not paid, and entitled until then.
        case grace(until: Int64)
        /// Not paid and not entitled; the store tries until then.
        case retry(until: Int64)
        case expired(ExpirationIntent)
        /// Its last transaction was taken back; whether it renewed before.
        case revoked(renewed: Bool)
    }

    /// The purchaser's subscription that a family member's follows.
    package struct Sharing: Sendable, Equatable {
        let root: Int
        /// False once the member left or the purchaser stopped sharing.
        package internal(set) var isMember: Bool
    }

    package let originalTransactionID: String
    package let buyer: String
    package let group: String
    package internal(set) var phase = Phase.active
    package internal(set) var productID: String
    /// The next period's product.
    package internal(set) var renewalProductID: String
    package internal(set) var autoRenews = true
    /// Whether the bank pays the next renewal.
    package internal(set) var isPayable = true
    package internal(set) var appAccountToken: String?
    package internal(set) var price: Int64
    /// A higher price that the customer has not paid yet.
    package internal(set) var raisedPrice: Int64?
    package internal(set) var consentsToPrice = false
    /// An offer code for the next renewal.
    package internal(set) var offerID: String?
    /// When the present unbroken stretch began.
    package internal(set) var recentStart: Int64
    package internal(set) var sharing: Sharing?
    /// Places in the storefront's purchases, oldest first; never empty once it is there.
    var periods: [Int] = []

    /// Whether it goes on by itself, if it is paid.
    var mayRenew: Bool { autoRenews && (raisedPrice == nil || consentsToPrice) }
}
