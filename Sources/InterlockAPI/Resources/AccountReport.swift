public import FoundationEssentials

/// Holds all that an administrator sees of one account: who and where it is, its devices, what it tried and bought,
/// and what its devices see right now.
public struct AccountReport: Codable, Hashable, Sendable {
    /// Shows who is in the account's scope, itself included.
    public struct Member: Codable, Hashable, Sendable {
        /// Who.
        public var accountID: String
        /// What it may do in its group; null in a scope of its own.
        public var role: String?
        /// Since when.
        public var joinedAt: Timestamp

        /// Makes it from its parts.
        public init(accountID: String, role: String?, joinedAt: Timestamp) {
            self.accountID = accountID
            self.role = role
            self.joinedAt = joinedAt
        }

        enum CodingKeys: String, CodingKey {
            case role
            case accountID = "account_id"
            case joinedAt = "joined_at"
        }

        /// Writes every member.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(accountID, forKey: .accountID)
            try container.encode(role, forKey: .role)
            try container.encode(joinedAt, forKey: .joinedAt)
        }
    }

    /// Its id, as the app chose it.
    public var id: String
    /// What its devices pass to StoreKit now.
    public var appAccountToken: UUID
    /// When it was first seen.
    public var createdAt: Timestamp
    /// What locks of it cover.
    public var scope: StateDocument.Scope
    /// Who is in that scope, the longest first.
    public var members: [Member]
    /// Its devices, the one seen last first, 50 at most.
    public var devices: [AccountDevice]
    /// Its intents, the newest first, 50 at most.
    public var intents: [AccountAttempt]
    /// Its store transactions, the newest first, 50 at most; never what the store signed.
    public var transactions: [AccountPurchase]
    /// What a device of it sees now, what it owns included, for each environment of the app.
    public var states: [StateDocument]
    /// What is in the way of its devices now, its own intents and other members', the oldest first, 50 at most of
    /// each environment.
    public var holds: [AccountHold]

    /// Makes it from its parts.
    public init(
        id: String, appAccountToken: UUID, createdAt: Timestamp, scope: StateDocument.Scope,
        members: [Member], devices: [AccountDevice], intents: [AccountAttempt],
        transactions: [AccountPurchase], states: [StateDocument], holds: [AccountHold]
    ) {
        self.id = id
        self.appAccountToken = appAccountToken
        self.createdAt = createdAt
        self.scope = scope
        self.members = members
        self.devices = devices
        self.intents = intents
        self.transactions = transactions
        self.states = states
        self.holds = holds
    }

    enum CodingKeys: String, CodingKey {
        case id, scope, members, devices, intents, transactions, states, holds
        case appAccountToken = "app_account_token"
        case createdAt = "created_at"
    }

    /// Writes every member; the token as lower-case text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(appAccountToken.wireText, forKey: .appAccountToken)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(scope, forKey: .scope)
        try container.encode(members, forKey: .members)
        try container.encode(devices, forKey: .devices)
        try container.encode(intents, forKey: .intents)
        try container.encode(transactions, forKey: .transactions)
        try container.encode(states, forKey: .states)
        try container.encode(holds, forKey: .holds)
    }
}
