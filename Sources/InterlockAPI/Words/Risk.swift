/// Names something that a buyer should know before going on. Open: a word that this version doesn't know survives
/// a round trip.
public struct Risk: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible {
    /// The word on the wire.
    public let rawValue: String

    /// Keeps any word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The word on the wire.
    public var description: String { rawValue }

    /// An earlier request of the same exclusion set may still succeed at the store.
    public static let earlierRequestUnresolved = Risk(rawValue: "earlier_request_unresolved")
    /// The subscription that is owned goes on renewing beside the one-time product.
    public static let subscriptionKeepsRenewing = Risk(rawValue: "subscription_keeps_renewing")
    /// The subscription in billing retry may come back to life.
    public static let billingRetryMayRecover = Risk(rawValue: "billing_retry_may_recover")
    /// A non-renewing subscription is still running.
    public static let alreadyActive = Risk(rawValue: "already_active")
    /// Something that excludes this was bought elsewhere while the intent was open.
    public static let conflictingPurchaseCompleted =
        Risk(rawValue: "conflicting_purchase_completed")
    /// Another account of the app uses the same store account.
    public static let storeAccountInUse = Risk(rawValue: "store_account_in_use")
}
