public import FoundationEssentials

/// Says which intent is in the way of an account's devices, and whose it is. It is for administrators: a device is
/// never told who another member is.
public struct AccountHold: Codable, Hashable, Sendable {
    /// The intent.
    public var intentID: UUID
    /// Whose it is.
    public var accountID: String
    /// On which device.
    public var deviceID: String
    /// What is being bought.
    public var productID: String
    /// Where.
    public var environment: StoreEnvironment
    /// One of the open ones, or released while the delay of the release lasts.
    public var status: IntentStatus
    /// Since when.
    public var since: Timestamp
    /// Until when at most, if nobody extends it; of a released one, the end of its delay.
    public var until: Timestamp?
    /// The products that it closes to the account's devices, in the catalog's order. Where several intents are in
    /// the way of one, it stands with the one that has the lock.
    public var closes: [String]

    /// Makes it from its parts.
    public init(
        intentID: UUID, accountID: String, deviceID: String, productID: String,
        environment: StoreEnvironment, status: IntentStatus, since: Timestamp, until: Timestamp?,
        closes: [String]
    ) {
        self.intentID = intentID
        self.accountID = accountID
        self.deviceID = deviceID
        self.productID = productID
        self.environment = environment
        self.status = status
        self.since = since
        self.until = until
        self.closes = closes
    }

    enum CodingKeys: String, CodingKey {
        case environment, status, since, until, closes
        case intentID = "intent_id"
        case accountID = "account_id"
        case deviceID = "device_id"
        case productID = "product_id"
    }

    /// Writes every member; the id as lower-case text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(intentID.wireText, forKey: .intentID)
        try container.encode(accountID, forKey: .accountID)
        try container.encode(deviceID, forKey: .deviceID)
        try container.encode(productID, forKey: .productID)
        try container.encode(environment, forKey: .environment)
        try container.encode(status, forKey: .status)
        try container.encode(since, forKey: .since)
        try container.encode(until, forKey: .until)
        try container.encode(closes, forKey: .closes)
    }
}
