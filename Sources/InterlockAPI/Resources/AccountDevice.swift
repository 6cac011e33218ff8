/// Shows a device of an account.
public struct AccountDevice: Codable, Hashable, Sendable {
    /// Its id, as the app chose it.
    public var id: String
    /// When it first asked for its account.
    public var firstSeenAt: Timestamp
    /// When it last did, to within an hour.
    public var lastSeenAt: Timestamp

    /// Makes it from its parts.
    public init(id: String, firstSeenAt: Timestamp, lastSeenAt: Timestamp) {
        self.id = id
        self.firstSeenAt = firstSeenAt
        self.lastSeenAt = lastSeenAt
    }

    enum CodingKeys: String, CodingKey {
        case id
        case firstSeenAt = "first_seen_at"
        case lastSeenAt = "last_seen_at"
    }
}
