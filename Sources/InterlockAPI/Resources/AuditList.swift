/// Holds a page of the audit.
public struct AuditList: Codable, Hashable, Sendable {
    /// The records of this page, the newest first.
    public var records: [AuditRecord]
    /// What to ask the next page with; null on the last.
    public var nextCursor: String?

    /// Makes a page.
    public init(records: [AuditRecord], nextCursor: String? = nil) {
        self.records = records
        self.nextCursor = nextCursor
    }

    enum CodingKeys: String, CodingKey {
        case records = "audit"
        case nextCursor = "next_cursor"
    }

    /// Writes both members.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(records, forKey: .records)
        try container.encode(nextCursor, forKey: .nextCursor)
    }
}
