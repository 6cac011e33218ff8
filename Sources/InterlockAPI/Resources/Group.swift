/// Shows a group to one of its members, or to the vendor's backend.
public struct Group: Codable, Hashable, Sendable {
    /// Shows a member.
    public struct Member: Codable, Hashable, Sendable {
        /// Who; null where the reader is a member that is not the organizer, and it is somebody else.
        public var accountID: String?
        /// What it may do.
        public var role: GroupRole
        /// Since when.
        public var joinedAt: Timestamp
        /// Whether it is the reader's own account.
        public var sameAccount: Bool

        /// Makes it from its parts.
        public init(accountID: String?, role: GroupRole, joinedAt: Timestamp, sameAccount: Bool) {
            self.accountID = accountID
            self.role = role
            self.joinedAt = joinedAt
            self.sameAccount = sameAccount
        }

        enum CodingKeys: String, CodingKey {
            case role
            case accountID = "account_id"
            case joinedAt = "joined_at"
            case sameAccount = "same_account"
        }

        /// Writes every member.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(accountID, forKey: .accountID)
            try container.encode(role, forKey: .role)
            try container.encode(joinedAt, forKey: .joinedAt)
            try container.encode(sameAccount, forKey: .sameAccount)
        }
    }

    /// Its id, a UUID in lower case.
    public var id: String
    /// How many may be in it.
    public var sizeLimit: Int
    /// Which roles may release another member's pending intent.
    public var releasers: [GroupRole]
    /// Since when.
    public var createdAt: Timestamp
    /// Who is in it, the longest first.
    public var members: [Member]

    /// Makes it from its parts.
    public init(
        id: String, sizeLimit: Int, releasers: [GroupRole], createdAt: Timestamp, members: [Member]
    ) {
        self.id = id
        self.sizeLimit = sizeLimit
        self.releasers = releasers
        self.createdAt = createdAt
        self.members = members
    }

    enum CodingKeys: String, CodingKey {
        case id, releasers, members
        case sizeLimit = "size_limit"
        case createdAt = "created_at"
    }
}
