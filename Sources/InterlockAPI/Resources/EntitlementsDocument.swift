/// Holds the answer of `GET /v1/entitlements`.
public struct EntitlementsDocument: Codable, Hashable, Sendable {
    /// The environment that it is about.
    public var environment: StoreEnvironment
    /// The database's clock.
    public var serverTime: Timestamp
    /// The time that a service key asked for, where it asked for one.
    public var asOf: Timestamp?
    /// When the clock alone will change it next; null if it won't.
    public var nextChangeAt: Timestamp?
    /// What the account may use, or could until lately.
    public var entitlements: [Entitlement]
    /// Always null: the list is never cut.
    public var nextCursor: String?

    /// Makes it from its parts.
    public init(
        environment: StoreEnvironment, serverTime: Timestamp, nextChangeAt: Timestamp?,
        entitlements: [Entitlement], asOf: Timestamp? = nil
    ) {
        self.asOf = asOf
        self.environment = environment
        self.serverTime = serverTime
        self.nextChangeAt = nextChangeAt
        self.entitlements = entitlements
    }

    enum CodingKeys: String, CodingKey {
        case environment, entitlements
        case serverTime = "server_time"
        case asOf = "as_of"
        case nextChangeAt = "next_change_at"
        case nextCursor = "next_cursor"
    }

    /// Writes every member.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(environment, forKey: .environment)
        try container.encode(serverTime, forKey: .serverTime)
        try container.encodeIfPresent(asOf, forKey: .asOf)
        try container.encode(nextChangeAt, forKey: .nextChangeAt)
        try container.encode(entitlements, forKey: .entitlements)
        try container.encode(nextCursor, forKey: .nextCursor)
    }
}
