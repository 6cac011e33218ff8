/// Says what an account may use, or could until lately.
public struct Entitlement: Codable, Hashable, Sendable {
    /// The product.
    public var productID: String
    /// What it is worth now.
    public var state: EntitlementState
    /// Its end (in a grace period, the end of that); null for ever.
    public var expiresAt: Timestamp?
    /// Whether the store will renew it.
    public var willRenew: Bool
    /// How it came.
    public var ownership: OwnershipType
    /// Whether it is the asking account's own; false for another member's.
    public var sameAccount: Bool
    /// The transaction of the current period; null for another member's.
    public var transactionID: String?
    /// The first transaction of the chain; null for another member's.
    public var originalTransactionID: String?
    /// Whether the account may use the product now: while active or in its grace period, and in billing retry where
    /// the app's catalog says so.
    public var entitled: Bool
    /// The product that the next renewal changes to; null while it stays.
    public var nextProductID: String?

    /// Makes it from its parts.
    public init(
        productID: String, state: EntitlementState, expiresAt: Timestamp?, willRenew: Bool,
        ownership: OwnershipType, sameAccount: Bool, transactionID: String?,
        originalTransactionID: String?, entitled: Bool, nextProductID: String? = nil
    ) {
        self.entitled = entitled
        self.nextProductID = nextProductID
        self.productID = productID
        self.state = state
        self.expiresAt = expiresAt
        self.willRenew = willRenew
        self.ownership = ownership
        self.sameAccount = sameAccount
        self.transactionID = transactionID
        self.originalTransactionID = originalTransactionID
    }

    enum CodingKeys: String, CodingKey {
        case state, ownership, entitled
        case nextProductID = "next_product_id"
        case productID = "product_id"
        case expiresAt = "expires_at"
        case willRenew = "will_renew"
        case sameAccount = "same_account"
        case transactionID = "transaction_id"
        case originalTransactionID = "original_transaction_id"
    }

    /// Writes every member.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(productID, forKey: .productID)
        try container.encode(state, forKey: .state)
        try container.encode(expiresAt, forKey: .expiresAt)
        try container.encode(willRenew, forKey: .willRenew)
        try container.encode(ownership, forKey: .ownership)
        try container.encode(sameAccount, forKey: .sameAccount)
        try container.encode(transactionID, forKey: .transactionID)
        try container.encode(originalTransactionID, forKey: .originalTransactionID)
        try container.encode(entitled, forKey: .entitled)
        try container.encode(nextProductID, forKey: .nextProductID)
    }
}
