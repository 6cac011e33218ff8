/// Holds a page of intents.
public struct IntentList: Codable, Hashable, Sendable {
    /// The intents of this page.
    public var intents: [Intent]
    /// What to ask the next page with; null on the last.
    public var nextCursor: String?

    /// Makes a page.
    public init(intents: [Intent], nextCursor: String? = nil) {
        self.intents = intents
        self.nextCursor = nextCursor
    }

    enum CodingKeys: String, CodingKey {
        case intents
        case nextCursor = "next_cursor"
    }

    /// Writes both members.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(intents, forKey: .intents)
        try container.encode(nextCursor, forKey: .nextCursor)
    }
}
