/// Shows a store transaction as the ledger has it, to administrators.
public struct LedgerTransaction: Codable, Hashable, Sendable {
    /// The store's id of it.
    public var transactionID: String
    /// The first transaction of its line.
    public var originalTransactionID: String
    /// Where.
    public var environment: StoreEnvironment
    /// The product.
    public var productID: String
    /// The product's kind.
    public var kind: String
    /// `PURCHASED`, `FAMILY_SHARED`, or what the store says.
    public var ownershipType: String
    /// `PURCHASE`, `RENEWAL`, or what the store says.
    public var reason: String
    /// How many.
    public var quantity: Int64
    /// When it was charged.
    public var purchasedAt: Timestamp
    /// Its end; null for ever.
    public var expiresAt: Timestamp?
    /// When it was taken back.
    public var revokedAt: Timestamp?
    /// How: `REFUND_FULL`, `REFUND_PRORATED`, `FAMILY_REVOKE`.
    public var revocationType: String?
    /// How much of the whole quantity, in thousandths of a percent.
    public var revocationPercent: Int64?
    /// Whether another transaction of its line has replaced it.
    public var upgraded: Bool
    /// Whose it is; null while it is nobody's.
    public var accountID: String?
    /// How its line found its account: `device`, `service`, `notification`, `store`, `token`, `transfer`.
    public var claimedBy: String?
    /// When the store signed the newest snapshot.
    public var signedAt: Timestamp
    /// Who brought it first.
    public var firstSource: String
    /// When it came first.
    public var recordedAt: Timestamp
    /// The newest renewal info of its line, as an object.
    public var renewal: WireValue?

    /// Makes it from its parts.
    public init(
        transactionID: String, originalTransactionID: String, environment: StoreEnvironment,
        productID: String, kind: String, ownershipType: String, reason: String, quantity: Int64,
        purchasedAt: Timestamp, expiresAt: Timestamp?, revokedAt: Timestamp?,
        revocationType: String?, revocationPercent: Int64?, upgraded: Bool, accountID: String?,
        claimedBy: String?, signedAt: Timestamp, firstSource: String, recordedAt: Timestamp,
        renewal: WireValue?
    ) {
        self.transactionID = transactionID
        self.originalTransactionID = originalTransactionID
        self.environment = environment
        self.productID = productID
        self.kind = kind
        self.ownershipType = ownershipType
        self.reason = reason
        self.quantity = quantity
        self.purchasedAt = purchasedAt
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
        self.revocationType = revocationType
        self.revocationPercent = revocationPercent
        self.upgraded = upgraded
        self.accountID = accountID
        self.claimedBy = claimedBy
        self.signedAt = signedAt
        self.firstSource = firstSource
        self.recordedAt = recordedAt
        self.renewal = renewal
    }

    enum CodingKeys: String, CodingKey {
        case environment, kind, reason, quantity, upgraded, renewal
        case transactionID = "transaction_id"
        case originalTransactionID = "original_transaction_id"
        case productID = "product_id"
        case ownershipType = "ownership_type"
        case purchasedAt = "purchased_at"
        case expiresAt = "expires_at"
        case revokedAt = "revoked_at"
        case revocationType = "revocation_type"
        case revocationPercent = "revocation_percent"
        case accountID = "account_id"
        case claimedBy = "claimed_by"
        case signedAt = "signed_at"
        case firstSource = "first_source"
        case recordedAt = "recorded_at"
    }
}
