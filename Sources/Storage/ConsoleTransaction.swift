package import InterlockAPI

/// A store transaction as the console shows it; never what the store signed.
package struct ConsoleTransaction: Sendable, Decodable {
    package let transactionID: String
    package let originalTransactionID: String
    package let productID: String
    package let environment: String
    package let ownershipType: String
    package let firstSource: String
    private let purchased: Int64
    private let expires: Int64?
    private let revoked: Int64?

    package var purchasedAt: Timestamp { Timestamp(microseconds: purchased) }
    package var expiresAt: Timestamp? { expires.map(Timestamp.init(microseconds:)) }
    package var revokedAt: Timestamp? { revoked.map(Timestamp.init(microseconds:)) }

    enum CodingKeys: String, CodingKey {
        case environment
        case transactionID = "transaction_id"
        case originalTransactionID = "original_transaction_id"
        case productID = "product_id"
        case ownershipType = "ownership_type"
        case firstSource = "first_source"
        case purchased = "purchased_at"
        case expires = "expires_at"
        case revoked = "revoked_at"
    }
}
