/// Holds a page of incidents.
public struct IncidentList: Codable, Hashable, Sendable {
    /// The incidents of this page, the newest first.
    public var incidents: [Incident]
    /// What to ask the next page with; null on the last.
    public var nextCursor: String?

    /// Makes a page.
    public init(incidents: [Incident], nextCursor: String? = nil) {
        self.incidents = incidents
        self.nextCursor = nextCursor
    }

    enum CodingKeys: String, CodingKey {
        case incidents
        case nextCursor = "next_cursor"
    }

    /// Writes both members.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(incidents, forKey: .incidents)
        try container.encode(nextCursor, forKey: .nextCursor)
    }
}
