/// Tells a device what is owned and rules a purchase out.
public struct OwnedProduct: Codable, Hashable, Sendable {
    /// What is owned.
    public var productID: String
    /// Until when, grace period included; null for ever.
    public var expiresAt: Timestamp?
    /// Whether the asking account owns it itself.
    public var sameAccount: Bool

    /// Makes it from its parts.
    public init(productID: String, expiresAt: Timestamp?, sameAccount: Bool) {
        self.productID = productID
        self.expiresAt = expiresAt
        self.sameAccount = sameAccount
    }

    enum CodingKeys: String, CodingKey {
        case productID = "product_id"
        case expiresAt = "expires_at"
        case sameAccount = "same_account"
    }

    /// Writes every member.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(productID, forKey: .productID)
        try container.encode(expiresAt, forKey: .expiresAt)
        try container.encode(sameAccount, forKey: .sameAccount)
    }
}
