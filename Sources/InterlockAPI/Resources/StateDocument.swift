/// Holds everything that one device must know to enable and disable its purchase buttons.
///
/// Another member's account id, device id and metadata are never in it.
public struct StateDocument: Codable, Hashable, Sendable {
    /// Names this state: equal etags, equal documents but for the time that passed.
    public var etag: String
    /// The scope's version; grows with every change that a device could see.
    public var version: Int64
    /// The environment that the document is about.
    public var environment: StoreEnvironment
    /// The database's clock at the read.
    public var serverTime: Timestamp
    /// When the clock alone will change the document next; null if it won't.
    public var nextChangeAt: Timestamp?
    /// The lock domain.
    public var scope: Scope
    /// One entry for each product of the catalog, in its order.
    public var products: [ProductState]
    /// What the account may use, or could until lately.
    public var entitlements: [Entitlement]
    /// The account's own open intents, oldest first.
    public var intents: [Intent]

    /// Says what one lock domain covers.
    public struct Scope: Codable, Hashable, Sendable {
        /// Account or group.
        public var kind: ScopeKind
        /// The group, where there is one.
        public var groupID: String?

        /// Makes it from its parts.
        public init(kind: ScopeKind, groupID: String?) {
            self.kind = kind
            self.groupID = groupID
        }

        enum CodingKeys: String, CodingKey {
            case kind
            case groupID = "group_id"
        }

        /// Writes every member.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(kind, forKey: .kind)
            try container.encode(groupID, forKey: .groupID)
        }
    }

    /// Makes it from its parts.
    public init(
        etag: String, version: Int64, environment: StoreEnvironment, serverTime: Timestamp,
        nextChangeAt: Timestamp?, scope: Scope, products: [ProductState],
        entitlements: [Entitlement], intents: [Intent]
    ) {
        self.etag = etag
        self.version = version
        self.environment = environment
        self.serverTime = serverTime
        self.nextChangeAt = nextChangeAt
        self.scope = scope
        self.products = products
        self.entitlements = entitlements
        self.intents = intents
    }

    enum CodingKeys: String, CodingKey {
        case etag, version, environment, scope, products, entitlements, intents
        case serverTime = "server_time"
        case nextChangeAt = "next_change_at"
    }

    /// Writes every member.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(etag, forKey: .etag)
        try container.encode(version, forKey: .version)
        try container.encode(environment, forKey: .environment)
        try container.encode(serverTime, forKey: .serverTime)
        try container.encode(nextChangeAt, forKey: .nextChangeAt)
        try container.encode(scope, forKey: .scope)
        try container.encode(products, forKey: .products)
        try container.encode(entitlements, forKey: .entitlements)
        try container.encode(intents, forKey: .intents)
    }
}
