public import FoundationEssentials

/// Tells a device who is in its way, without saying who another member is.
public struct Holder: Codable, Hashable, Sendable {
    /// The holding intent's status: one of the open ones, or released while the delay of the release lasts.
    public var status: IntentStatus
    /// Whether it is the asking account's own.
    public var sameAccount: Bool
    /// Whether it is the asking device's own.
    public var sameDevice: Bool
    /// What is being bought.
    public var productID: String
    /// Since when.
    public var since: Timestamp
    /// Until when at most, if nobody extends it; of a released one, the end of its delay.
    public var expiresAt: Timestamp
    /// Milliseconds from the answer to `expiresAt`, never below 0.
    public var expiresInMs: Int64
    /// The intent's id: for the own account, and for members who may release it; else null.
    public var intentID: UUID?

    /// Makes a holder from its parts.
    public init(
        status: IntentStatus, sameAccount: Bool, sameDevice: Bool, productID: String,
        since: Timestamp, expiresAt: Timestamp, expiresInMs: Int64, intentID: UUID?
    ) {
        self.status = status
        self.sameAccount = sameAccount
        self.sameDevice = sameDevice
        self.productID = productID
        self.since = since
        self.expiresAt = expiresAt
        self.expiresInMs = expiresInMs
        self.intentID = intentID
    }

    enum CodingKeys: String, CodingKey {
        case status, since
        case sameAccount = "same_account"
        case sameDevice = "same_device"
        case productID = "product_id"
        case expiresAt = "expires_at"
        case expiresInMs = "expires_in_ms"
        case intentID = "intent_id"
    }

    /// Writes every member.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(status, forKey: .status)
        try container.encode(sameAccount, forKey: .sameAccount)
        try container.encode(sameDevice, forKey: .sameDevice)
        try container.encode(productID, forKey: .productID)
        try container.encode(since, forKey: .since)
        try container.encode(expiresAt, forKey: .expiresAt)
        try container.encode(expiresInMs, forKey: .expiresInMs)
        try container.encode(intentID?.wireText, forKey: .intentID)
    }
}
