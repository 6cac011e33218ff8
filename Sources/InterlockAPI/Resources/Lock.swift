package import FoundationEssentials

/// Holds an open intent as administrators see it: the intent, and what releasing it needs.
public struct Lock: Codable, Hashable, Sendable {
    /// The intent.
    public var intent: Intent
    /// Whether it holds its claims, or lost its place by a move and waits for them.
    public var hasClaim: Bool
    /// Whether it counts as stuck, by what the app says of that.
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

// Etags of intents, as administrators see them.
extension Lock {
    /// Names one version of an intent: its id and when it last changed, to the microsecond, which an intent that
    /// was read from JSON no longer tells.
    package static func etag(of intent: Intent) -> String {
        "\(intent.id.wireText).\(intent.updatedAt.microseconds)"
    }

    /// When the version of `id` was made that an etag names, with or without quotation marks; nil for an etag of
    /// something else.
    package static func updatedAt(etag: String, of id: UUID) -> Timestamp? {
        let parts = etag.filter { $0 != "\"" }.split(separator: ".")
        guard parts.count == 2, UUID(uuidString: String(parts[0])) == id else { return nil }
        return Int64(parts[1]).map(Timestamp.init(microseconds:))
    }
}
