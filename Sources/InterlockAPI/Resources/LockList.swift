/// Holds a page of locks.
public struct LockList: Codable, Hashable, Sendable {
    /// The locks of this page: stuck ones first, then by when they become stuck.
    public var locks: [Lock]
    /// What to ask the next page with; null on the last. A page may be short, or empty, and still have one:
    /// many were looked at, and few were what was asked for.
    public var nextCursor: String?

    /// Makes a page.
    public init(locks: [Lock], nextCursor: String? = nil) {
        self.locks = locks
        self.nextCursor = nextCursor
    }

    enum CodingKeys: String, CodingKey {
        case locks
        case nextCursor = "next_cursor"
    }

    /// Writes both members.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(locks, forKey: .locks)
        try container.encode(nextCursor, forKey: .nextCursor)
    }
}
