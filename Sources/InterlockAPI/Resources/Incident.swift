/// Tells a person what the store and the devices do not agree on, or what was paid for twice.
public struct Incident: Codable, Hashable, Sendable {
    /// Its id, a UUID in lower case.
    public var id: String
    /// What it is: `duplicate_purchase`, `owner_conflict`, `unclaimed`, `token_mismatch`, `late_settlement`,
    /// `verification_failed` or `scope_conflict`.
    public var kind: String
    /// Where.
    public var environment: StoreEnvironment
    /// `open` or `resolved`.
    public var status: String
    /// The account that it is about, when it is about one.
    public var accountID: String?
    /// Both sides of it, as an object.
    public var detail: WireValue
    /// When it was seen first.
    public var openedAt: Timestamp
    /// When it was seen last.
    public var seenAt: Timestamp
    /// How often it was seen.
    public var times: Int64
    /// When it was resolved.
    public var resolvedAt: Timestamp?
    /// Why it is resolved.
    public var resolution: String?

    /// Makes it from its parts.
    public init(
        id: String, kind: String, environment: StoreEnvironment, status: String,
        accountID: String?, detail: WireValue, openedAt: Timestamp, seenAt: Timestamp, times: Int64,
        resolvedAt: Timestamp?, resolution: String?
    ) {
        self.id = id
        self.kind = kind
        self.environment = environment
        self.status = status
        self.accountID = accountID
        self.detail = detail
        self.openedAt = openedAt
        self.seenAt = seenAt
        self.times = times
        self.resolvedAt = resolvedAt
        self.resolution = resolution
    }

    enum CodingKeys: String, CodingKey {
        case id, kind, environment, status, detail, times, resolution
        case accountID = "account_id"
        case openedAt = "opened_at"
        case seenAt = "seen_at"
        case resolvedAt = "resolved_at"
    }
}
