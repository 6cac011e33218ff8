import Cryptography
package import FoundationEssentials
package import InterlockAPI
import PostgresClient

/// Keeps invitations by the hashes of their codes.
package struct InvitationStore: Sendable {
    private static let create = PostgresStatement.function("invitations_create", 7)
    private static let take = PostgresStatement.function("invitations_take", 4)
    private static let restore = PostgresStatement.function("invitations_restore", 1)
    private static let revoke = PostgresStatement.function("invitations_revoke", 3)

    /// An invitation as who made it sees it: the code is shown this once.
    package struct Made: Sendable {
        package let id: UUID
        package let code: String
        package let expiresAt: Timestamp
    }

    /// Why an invitation was not made.
    package enum Refusal: String, Sendable, Error {
        case noGroup = "no_group"
        case tooMany = "too_many"
    }

    /// What became of a code.
    package enum Taken: Sendable {
        case tooManyTries
        /// There is no such code, or none that counts.
        case unknown
        case declined
        /// Whether the account is in the group now is the move's.
        case accepted(group: UUID, GroupStore.Move)
    }

    private let database: Database
    private let groups: GroupStore

    init(_ database: Database, _ groups: GroupStore) {
        self.database = database
        self.groups = groups
    }

    /// Makes an invitation; its code has 128 bits of chance and is stored hashed.
    package func create(
        _ group: UUID, appID: String, role: GroupRole, by inviter: String, lifetime: Duration
    ) async throws(StorageError) -> Result<Made, Refusal> {
        let code = Base64URL.encode(SecureRandom.bytes(16))
        let id = UUIDv7.make()
        let rows = try await database.call(
            Self.create,
            [
                .bytea(Self.hash(code)), .uuid(id), .uuid(group), .text(appID),
                .text(role.rawValue), .text(inviter),
                .int4(Int32(clamping: lifetime.components.seconds)),
            ])
        return try decoding {
            guard let row = rows.first else { throw StorageError.defect("no outcome") }
            if let refusal = Refusal(rawValue: try row.text("outcome")) {
                return .failure(refusal)
            }
            return .success(
                Made(
                    id: id, code: code,
                    expiresAt: Timestamp(microseconds: try row.timestamp("expires_at"))))
        }
    }

    /// Accepts: the code is used up and the account moves, in one transaction; a move that is refused leaves
    /// the code as it was.
    package func accept(
        _ code: String, by account: AccountName
    ) async throws(StorageError) -> Taken {
        _ = try await groups.accounts.ensure(account)
        return try await database.transaction { session in
            let rows = try await session.query(
                Self.take, Self.parameters(code, account, "accepted"))
            guard let row = rows.first else { throw StorageError.defect("no outcome") }
            switch try row.text("outcome") {
            case "too_many_tries": return .tooManyTries
            case "taken": break
            case "again":
                return .accepted(
                    group: try row.uuid("group_id"),
                    GroupStore.Move(outcome: .unchanged, scopes: []))
            default: return .unknown
            }
            let group = try row.uuid("group_id")
            let move = try await groups.move(
                account, to: group, try row.text("role"), in: session)
            if move.outcome != .moved, move.outcome != .unchanged {
                _ = try await session.query(Self.restore, [.bytea(Self.hash(code))])
            }
            return .accepted(group: group, move)
        }
    }

    /// Declines: the code is used up.
    package func decline(
        _ code: String, by account: AccountName
    ) async throws(StorageError) -> Taken {
        _ = try await groups.accounts.ensure(account)
        let rows = try await database.call(
            Self.take, Self.parameters(code, account, "declined"))
        return try decoding {
            switch try rows.first?.text("outcome") {
            case "too_many_tries": .tooManyTries
            case "taken": .declined
            default: .unknown
            }
        }
    }

    /// Revokes an invitation that nobody has used; false when there is none.
    package func revoke(
        _ id: UUID, of group: UUID, appID: String
    ) async throws(StorageError) -> Bool {
        let rows = try await database.call(
            Self.revoke, [.uuid(id), .uuid(group), .text(appID)])
        return try decoding { try rows.first?.text(0) == "revoked" }
    }

    private static func parameters(
        _ code: String, _ account: AccountName, _ word: String
    ) -> [PostgresValue] {
        [.bytea(hash(code)), .text(account.appID), .uuid(account.key), .text(word)]
    }

    /// The database compares hashes, which tell nothing of how much of a code was right.
    private static func hash(_ code: String) -> [UInt8] { SHA256.digest(code).bytes }
}
