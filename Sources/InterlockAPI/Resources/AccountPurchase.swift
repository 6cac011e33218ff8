/// Shows a store transaction of an account in short; never what the store signed.
public struct AccountPurchase: Codable, Hashable, Sendable {
    /// The store's id of the transaction.
    public var transactionID: String
    /// The store's id of the line that it belongs to.
    public var originalTransactionID: String
    /// What was bought.
    public var productID: String
    /// Where.
    public var environment: String
    /// The store's word: bought, or shared by the family.
    public var ownershipType: String
    /// When it was bought.
    public var purchasedAt: Timestamp
    /// When its period ends; null where it has none.
    public var expiresAt: Timestamp?
    /// When the store took it back; null where it did not.
    public var revokedAt: Timestamp?
    /// Who told of it first.
    public var firstSource: String

    /// Makes it from its parts.
    public init(
        transactionID: String, originalTransactionID: String, productID: String,
        environment: String, ownershipType: String, purchasedAt: Timestamp,
        expiresAt: Timestamp?, revokedAt: Timestamp?, firstSource: String
    ) {
        self.transactionID = transactionID
        self.originalTransactionID = originalTransactionID
        self.productID = productID
        self.environment = environment
        self.ownershipType = ownershipType
        self.purchasedAt = purchasedAt
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
        self.firstSource = firstSource
    }

    enum CodingKeys: String, CodingKey {
        case environment
        case transactionID = "transaction_id"
        case originalTransactionID = "original_transaction_id"
        case productID = "product_id"
        case ownershipType = "ownership_type"
        case purchasedAt = "purchased_at"
        case expiresAt = "expires_at"
        case revokedAt = "revoked_at"
        case firstSource = "first_source"
    }

    /// Writes every member.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(transactionID, forKey: .transactionID)
        try container.encode(originalTransactionID, forKey: .originalTransactionID)
        try container.encode(productID, forKey: .productID)
        try container.encode(environment, forKey: .environment)
        try container.encode(ownershipType, forKey: .ownershipType)
        try container.encode(purchasedAt, forKey: .purchasedAt)
        try container.encode(expiresAt, forKey: .expiresAt)
        try container.encode(revokedAt, forKey: .revokedAt)
        try container.encode(firstSource, forKey: .firstSource)
    }
}
