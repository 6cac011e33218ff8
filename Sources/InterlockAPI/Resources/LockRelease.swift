public import FoundationEssentials

/// Holds what releasing one lock did, or would do.
public struct LockRelease: Codable, Hashable, Sendable {
    /// Says what happened to it.
    public enum Outcome: String, WireEnum {
        /// Open, and as it was seen: it would be released. Of a dry run only.
        case releasable
        /// It is released now.
        case released
        /// Not as it was seen: left as it is.
        case changed
        /// It had ended before.
        case closed
        /// The app has none with this id.
        case notFound = "not_found"
    }

    /// Says what the store may still do.
    public enum Consequence: String, WireEnum {
        /// Reserved: the person may have the purchase sheet open, and buy.
        case buyingMayGoOn = "buying_may_go_on"
        /// Pending: a parent or a bank may still approve it.
        case requestMaySucceed = "request_may_succeed"
        /// Confirming: the device said that it had paid.
        case purchaseMayArrive = "purchase_may_arrive"
    }

    /// The intent's id.
    public var id: UUID
    /// What happened to it.
    public var outcome: Outcome
    /// The intent as it now is; null where there is none.
    public var intent: Intent?
    /// What names this version of it: an act is given the etag of the dry run.
    public var etag: String?
    /// What the store may still do; null where it isn't open. Of a dry run only.
    public var consequence: Consequence?
    /// The accounts whose devices may buy again, by name, 20 at most. Of a dry run only.
    public var unlocks: [String]?
    /// How many accounts those are. Of a dry run only.
    public var unlocksCount: Int64?
    /// The open intent that waits for one of its sets and gets it. Of a dry run only.
    public var nextIntentID: UUID?
    /// Whether it counts as stuck, by what the app says of that. Of a dry run only.
    public var stuck: Bool?

    /// Makes one from its parts.
    public init(
        id: UUID, outcome: Outcome, intent: Intent? = nil, consequence: Consequence? = nil,
        unlocks: [String]? = nil, unlocksCount: Int64? = nil, nextIntentID: UUID? = nil,
        stuck: Bool? = nil
    ) {
        self.id = id
        self.outcome = outcome
        self.intent = intent
        etag = intent.map { Lock.etag(of: $0) }
        self.consequence = consequence
        self.unlocks = unlocks
        self.unlocksCount = unlocksCount
        self.nextIntentID = nextIntentID
        self.stuck = stuck
    }

    enum CodingKeys: String, CodingKey {
        case id, outcome, intent, etag, consequence, unlocks, stuck
        case unlocksCount = "unlocks_count"
        case nextIntentID = "next_intent_id"
    }

    /// Writes every member; ids as lower-case text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id.wireText, forKey: .id)
        try container.encode(outcome, forKey: .outcome)
        try container.encode(intent, forKey: .intent)
        try container.encode(etag, forKey: .etag)
        try container.encodeIfPresent(consequence, forKey: .consequence)
        try container.encodeIfPresent(unlocks, forKey: .unlocks)
        try container.encodeIfPresent(unlocksCount, forKey: .unlocksCount)
        try container.encodeIfPresent(nextIntentID?.wireText, forKey: .nextIntentID)
        try container.encodeIfPresent(stuck, forKey: .stuck)
    }
}
