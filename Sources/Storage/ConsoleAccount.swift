package import FoundationEssentials
package import InterlockAPI

/// All that the console shows of one account beside its state.
package struct ConsoleAccount: Sendable {
    package let accountID: String
    package let appAccountToken: UUID
    package let createdAt: Timestamp
    package let scopeID: UUID
    /// `account` or `group`.
    package let scopeKind: String
    package let groupID: String?
    package let members: [Member]
    package let devices: [Device]
    /// The newest fifty.
    package let intents: [Attempt]
    /// The newest fifty.
    package let transactions: [ConsoleTransaction]
    /// The environments in which something of its scope is open, or released with a delay that lasts.
    package let busy: [String]
    /// The open intents of its scope that count as stuck.
    package let stuck: Set<UUID>

    /// Who is in the account's scope, itself included.
    package struct Member: Sendable, Decodable {
        package let accountID: String
        package let role: String?
        private let joined: Int64

        package var joinedAt: Timestamp { Timestamp(microseconds: joined) }

        enum CodingKeys: String, CodingKey {
            case role
            case accountID = "account_id"
            case joined = "joined_at"
        }
    }

    /// An installation that has asked for the account.
    package struct Device: Sendable, Decodable {
        package let deviceID: String
        private let first: Int64
        private let last: Int64

        package var firstSeenAt: Timestamp { Timestamp(microseconds: first) }
        package var lastSeenAt: Timestamp { Timestamp(microseconds: last) }

        enum CodingKeys: String, CodingKey {
            case deviceID = "device_id"
            case first = "first_seen_at"
            case last = "last_seen_at"
        }
    }

    /// An intent in short.
    package struct Attempt: Sendable, Decodable {
        package let intentID: UUID
        package let productID: String
        package let environment: String
        package let deviceID: String
        package let status: String
        package let transactionID: String?
        private let created: Int64

        package var createdAt: Timestamp { Timestamp(microseconds: created) }

        enum CodingKeys: String, CodingKey {
            case environment, status
            case intentID = "intent_id"
            case productID = "product_id"
            case deviceID = "device_id"
            case transactionID = "transaction_id"
            case created = "created_at"
        }
    }
}
