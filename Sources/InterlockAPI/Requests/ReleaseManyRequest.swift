public import FoundationEssentials

/// Releases many locks, or says what that would do: the body of `POST /v1/admin/locks/release`.
///
/// A dry run takes a filter or a list and changes nothing. An act takes the list alone, with the etags that the dry
/// run showed: an intent that is not as it was shown stays as it is.
public struct ReleaseManyRequest: WireRequest {
    /// How many intents one request names, and a filter may find: 500.
    public static let limit = 500

    /// An intent as it was seen.
    public struct Seen: Codable, Hashable, Sendable {
        /// The intent's id.
        public var id: UUID
        /// The etag that it was shown with; an act needs it.
        public var etag: String?

        /// Makes one of the list.
        public init(id: UUID, etag: String? = nil) {
            self.id = id
            self.etag = etag
        }
    }

    /// Which open intents a dry run looks at; what is nil leaves nothing out.
    public struct Filter: Codable, Hashable, Sendable {
        /// Of this environment.
        public var environment: StoreEnvironment?
        /// With this open status.
        public var status: IntentStatus?
        /// Of this product.
        public var productID: String?
        /// Of this account.
        public var accountID: String?
        /// True: the stuck ones alone.
        public var stuck: Bool?
        /// Made at least this long ago: 0 s to 10 years, whole seconds or an ISO 8601 duration.
        public var olderThan: WireSeconds?

        /// Makes a filter.
        public init(
            environment: StoreEnvironment? = nil, status: IntentStatus? = nil,
            productID: String? = nil, accountID: String? = nil, stuck: Bool? = nil,
            olderThan: WireSeconds? = nil
        ) {
            self.environment = environment
            self.status = status
            self.productID = productID
            self.accountID = accountID
            self.stuck = stuck
            self.olderThan = olderThan
        }

        enum CodingKeys: String, CodingKey {
            case environment, status, stuck
            case productID = "product_id"
            case accountID = "account_id"
            case olderThan = "older_than"
        }
    }

    /// Why, for the history and the audit: 1 to 500 characters. A dry run may leave it out.
    public var reason: String?
    /// How long the exclusion sets of each stay closed to everybody, as in ``ReleaseRequest``.
    public var lockDelay: WireSeconds?
    /// The intents, each once, at most ``limit``; they are released in this order.
    public var intents: [Seen]?
    /// Instead of a list, in a dry run.
    public var filter: Filter?
    /// Whether to only say what would happen.
    public var dryRun: Bool

    /// Makes a request.
    public init(
        reason: String? = nil, lockDelay: WireSeconds? = nil, intents: [Seen]? = nil,
        filter: Filter? = nil, dryRun: Bool
    ) {
        self.reason = reason
        self.lockDelay = lockDelay
        self.intents = intents
        self.filter = filter
        self.dryRun = dryRun
    }

    enum CodingKeys: String, CodingKey {
        case reason, intents, filter
        case lockDelay = "lock_delay"
        case dryRun = "dry_run"
    }

    /// Checks the bounds; names the field.
    public func validate() throws(WireError) {
        if let reason {
            try Bounds.checkNote(reason, field: "reason")
        } else if !dryRun {
            throw WireError(field: "reason", "is missing")
        }
        try ReleaseRequest.check(lockDelay)
        guard (intents == nil) != (filter == nil) else {
            throw WireError(field: "intents", "give either intents or filter")
        }
        if !dryRun, filter != nil {
            throw WireError(
                field: "filter", "is for a dry run; release the intents that it showed")
        }
        try checkIntents()
        try checkFilter()
    }

    private func checkIntents() throws(WireError) {
        guard let intents else { return }
        guard (1...Self.limit).contains(intents.count) else {
            throw WireError(field: "intents", "must be 1 to \(Self.limit) in one request")
        }
        guard Set(intents.map(\.id)).count == intents.count else {
            throw WireError(field: "intents", "must name each intent once")
        }
        if !dryRun, intents.contains(where: { $0.etag == nil }) {
            throw WireError(field: "intents", "must have the etags that the dry run showed")
        }
    }

    private func checkFilter() throws(WireError) {
        if let status = filter?.status, !status.isOpen {
            throw WireError(
                field: "filter.status", "must be one of reserved, pending, confirming")
        }
        if let age = filter?.olderThan, !(0...315_360_000).contains(age.seconds) {
            throw WireError(field: "filter.older_than", "must be from 0 to 315360000 seconds")
        }
    }
}
