public import FoundationEssentials

/// Shows an intent of an account in short.
public struct AccountAttempt: Codable, Hashable, Sendable {
    /// The intent's id.
    public var id: UUID
    /// What was to be bought.
    public var productID: String
    /// Where.
    public var environment: String
    /// On which device.
    public var deviceID: String
    /// Where it is in its life.
    public var status: String
    /// The transaction that settled it.
    public var transactionID: String?
    /// When it was granted.
    public var createdAt: Timestamp

    /// Makes it from its parts.
    public init(
        id: UUID, productID: String, environment: String, deviceID: String, status: String,
        transactionID: String?, createdAt: Timestamp
    ) {
        self.id = id
        self.productID = productID
        self.environment = environment
        self.deviceID = deviceID
        self.status = status
        self.transactionID = transactionID
        self.createdAt = createdAt
    }

    enum CodingKeys: String, CodingKey {
        case id, environment, status
        case productID = "product_id"
        case deviceID = "device_id"
        case transactionID = "transaction_id"
        case createdAt = "created_at"
    }

    /// Writes every member; the id as lower-case text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id.wireText, forKey: .id)
        try container.encode(productID, forKey: .productID)
        try container.encode(environment, forKey: .environment)
        try container.encode(deviceID, forKey: .deviceID)
        try container.encode(status, forKey: .status)
        try container.encode(transactionID, forKey: .transactionID)
        try container.encode(createdAt, forKey: .createdAt)
    }
}
