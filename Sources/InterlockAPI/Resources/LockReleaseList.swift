/// Holds what releasing many locks did, or would do.
public struct LockReleaseList: Codable, Hashable, Sendable {
    /// Whether nothing was changed.
    public var dryRun: Bool
    /// How many were released; of a dry run, how many would be.
    public var count: Int
    /// Each that was asked for, in that order; of a filter, the stuck ones first, then the oldest.
    public var intents: [LockRelease]

    /// Makes an answer; counts by itself.
    public init(dryRun: Bool, intents: [LockRelease]) {
        self.dryRun = dryRun
        self.intents = intents
        count = intents.count { $0.outcome == (dryRun ? .releasable : .released) }
    }

    enum CodingKeys: String, CodingKey {
        case count, intents
        case dryRun = "dry_run"
    }
}
