/// Holds an open intent as administrators see it: the intent, and what releasing it needs.
public struct Lock: Codable, Hashable, Sendable {
    /// The intent.
    public var intent: Intent
    /// Whether it holds its claims, or lost its place by a move and waits for them.
    public var hasClaim: Bool
    /// Whether it looks stuck: past its deadline, or open for longer than the usual.
    public var stuck: Bool
    /// What its scope covers.
    public var scope: StateDocument.Scope
    /// What to send as `If-Match` when releasing it.
    public var etag: String

    /// Makes a lock from its parts.
    public init(
        intent: Intent, hasClaim: Bool, stuck: Bool, scope: StateDocument.Scope, etag: String
    ) {
        self.intent = intent
        self.hasClaim = hasClaim
        self.stuck = stuck
        self.scope = scope
        self.etag = etag
    }

    enum CodingKeys: String, CodingKey {
        case intent, stuck, scope, etag
        case hasClaim = "has_claim"
    }
}
