public import FoundationEssentials

/// Holds one attempt to buy one product, as its account sees it. Every member is always there, null where absent.
public struct Intent: Codable, Hashable, Sendable {
    /// The intent's own id, never a transaction's.
    public var id: UUID
    /// The id that the client gave the request; unique per app and account for 30 days.
    public var requestID: String
    /// Where it is in its life.
    public var status: IntentStatus
    /// What is bought.
    public var productID: String
    /// Where it is bought.
    public var environment: StoreEnvironment
    /// What it locked, sorted.
    public var exclusionSets: [String]
    /// Who buys.
    public var accountID: String
    /// On which device.
    public var deviceID: String
    /// What the client passes to StoreKit.
    public var appAccountToken: UUID
    /// The scope's version at the grant; compares within one scope only.
    public var fence: Int64
    /// When it was granted.
    public var createdAt: Timestamp
    /// When it last changed.
    public var updatedAt: Timestamp
    /// Its deadline, or of a released one the end of the delay for which its exclusion sets stay closed; null where
    /// it has none any more.
    public var expiresAt: Timestamp?
    /// Milliseconds from the answer to the deadline, 0 when it is past; null where there is none.
    public var expiresInMs: Int64?
    /// What a pending intent waits for.
    public var pendingReason: PendingReason?
    /// The transaction that settled it.
    public var transactionID: String?
    /// Whether the transaction came after the intent was closed otherwise.
    public var settledLate: Bool
    /// What the buyer should know.
    public var risks: [Risk]

    /// Makes an intent from its parts.
    public init(
        id: UUID, requestID: String, status: IntentStatus, productID: String,
        environment: StoreEnvironment, exclusionSets: [String], accountID: String,
        deviceID: String, appAccountToken: UUID, fence: Int64, createdAt: Timestamp,
        updatedAt: Timestamp, expiresAt: Timestamp?, expiresInMs: Int64?,
        pendingReason: PendingReason?, transactionID: String?, settledLate: Bool, risks: [Risk]
    ) {
        self.id = id
        self.requestID = requestID
        self.status = status
        self.productID = productID
        self.environment = environment
        self.exclusionSets = exclusionSets
        self.accountID = accountID
        self.deviceID = deviceID
        self.appAccountToken = appAccountToken
        self.fence = fence
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.expiresAt = expiresAt
        self.expiresInMs = expiresInMs
        self.pendingReason = pendingReason
        self.transactionID = transactionID
        self.settledLate = settledLate
        self.risks = risks
    }

    enum CodingKeys: String, CodingKey {
        case id, status, environment, fence, risks
        case requestID = "request_id"
        case productID = "product_id"
        case exclusionSets = "exclusion_sets"
        case accountID = "account_id"
        case deviceID = "device_id"
        case appAccountToken = "app_account_token"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case expiresAt = "expires_at"
        case expiresInMs = "expires_in_ms"
        case pendingReason = "pending_reason"
        case transactionID = "transaction_id"
        case settledLate = "settled_late"
    }

    /// Writes every member.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id.wireText, forKey: .id)
        try container.encode(requestID, forKey: .requestID)
        try container.encode(status, forKey: .status)
        try container.encode(productID, forKey: .productID)
        try container.encode(environment, forKey: .environment)
        try container.encode(exclusionSets, forKey: .exclusionSets)
        try container.encode(accountID, forKey: .accountID)
        try container.encode(deviceID, forKey: .deviceID)
        try container.encode(appAccountToken.wireText, forKey: .appAccountToken)
        try container.encode(fence, forKey: .fence)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(updatedAt, forKey: .updatedAt)
        try container.encode(expiresAt, forKey: .expiresAt)
        try container.encode(expiresInMs, forKey: .expiresInMs)
        try container.encode(pendingReason, forKey: .pendingReason)
        try container.encode(transactionID, forKey: .transactionID)
        try container.encode(settledLate, forKey: .settledLate)
        try container.encode(risks, forKey: .risks)
    }
}
