import Cryptography
package import FoundationEssentials
package import InterlockAPI
import PostgresClient

/// Keeps groups: their members, and the moves into and out of them.
package struct GroupStore: Sendable {
    private static let create = PostgresStatement.function("groups_create", 3)
    private static let get = PostgresStatement.function("groups_get", 2)
    static let move = PostgresStatement.function("groups_move", 4)
    private static let handOver = PostgresStatement.function("groups_hand_over", 3)
    private static let dissolve = PostgresStatement.function("groups_dissolve", 2)

    /// A group with its members.
    package struct Entry: Sendable {
        package struct Member: Sendable, Decodable {
            package let accountID: String
            package let role: GroupRole
            package let joinedAt: Timestamp

            enum CodingKeys: String, CodingKey {
                case role
                case accountID = "account_id"
                case joinedAt = "joined_at"
            }

            package init(from decoder: any Decoder) throws {
                let row = try decoder.container(keyedBy: CodingKeys.self)
                accountID = try row.decode(String.self, forKey: .accountID)
                role = try row.decode(GroupRole.self, forKey: .role)
                joinedAt = Timestamp(
                    microseconds: try row.decode(Int64.self, forKey: .joinedAt))
            }
        }

        package let id: UUID
        package let sizeLimit: Int
        package let releasers: [GroupRole]
        package let createdAt: Timestamp
        package let isDissolved: Bool
        package let members: [Member]

        package func role(of account: String) -> GroupRole? {
            members.first { $0.accountID == account }?.role
        }
    }

    /// What a move came to; the words are those of `groups/move.sql`.
    package enum Outcome: String, Sendable {
        case moved, unchanged, full
        case noAccount = "no_account"
        case noGroup = "no_group"
        case inAnotherGroup = "in_another_group"
        case hasOrganizer = "has_organizer"
        case isOrganizer = "is_organizer"
    }

    /// A move, and the scopes whose devices see a difference.
    package struct Move: Sendable {
        package let outcome: Outcome
        package let scopes: [UUID]
    }

    let database: Database
    let accounts: AccountStore

    init(_ database: Database, _ accounts: AccountStore) {
        self.database = database
        self.accounts = accounts
    }

    /// Makes an empty group; false when the id is taken.
    package func create(
        _ id: UUID, appID: String, sizeLimit: Int?, releasers: [GroupRole]?
    ) async throws(StorageError) -> Bool {
        var options: [String: JSONValue] = [:]
        options["size_limit"] = sizeLimit.map { .integer(Int64($0)) }
        options["releasers"] = releasers.map { .array($0.map { .string($0.rawValue) }) }
        let rows = try await database.call(
            Self.create, [.uuid(id), .text(appID), .jsonb(JSONValue.object(options).text)])
        return try decoding { try rows.first?.text(0) == "created" }
    }

    /// Gives a group; nil when there is none.
    package func get(_ id: UUID, appID: String) async throws(StorageError) -> Entry? {
        let rows = try await database.call(Self.get, [.uuid(id), .text(appID)])
        return try decoding {
            guard let row = rows.first else { return nil }
            return Entry(
                id: try row.uuid("group_id"), sizeLimit: Int(try row.int4("size_limit")),
                releasers: try row.textArray("releasers").compactMap(GroupRole.init(rawValue:)),
                createdAt: Timestamp(microseconds: try row.timestamp("created_at")),
                isDissolved: try row.optionalTimestamp("dissolved_at") != nil,
                members: try WireCoding.decode([Entry.Member].self, from: try row.json("members"))
            )
        }
    }

    /// Puts an account into a group, or changes its role there.
    package func join(
        _ account: AccountName, _ group: UUID, as role: GroupRole
    ) async throws(StorageError) -> Move {
        _ = try await accounts.ensure(account)
        return try await database.transaction { session in
            try await move(account, to: group, role.rawValue, in: session)
        }
    }

    /// Takes an account out of a group, into its own scope; unchanged when it is not in that group.
    package func leave(
        _ account: AccountName, _ group: UUID
    ) async throws(StorageError) -> Move {
        try await database.transaction { session in
            let place = try await session.query(AccountStore.locate, [.uuid(account.key)])
            guard try place.first?.uuid("scope_id") == group else {
                return Move(outcome: .unchanged, scopes: [])
            }
            return try await move(account, to: account.key, "", in: session)
        }
    }

    /// Makes a member the organizer; false when the account is not a member.
    package func handOver(
        _ group: UUID, to account: AccountName
    ) async throws(StorageError) -> Bool {
        let rows = try await database.call(
            Self.handOver, [.uuid(group), .text(account.appID), .uuid(account.key)])
        return try decoding { try rows.first?.text("outcome") == "handed_over" }
    }

    /// Takes every member out, one by one, then ends the group; the scopes that changed. Repeating it goes on
    /// where it was interrupted.
    package func dissolve(
        _ group: UUID, appID: String
    ) async throws(StorageError) -> [UUID] {
        var scopes: [UUID] = []
        for _ in 0..<100 {
            for member in try await get(group, appID: appID)?.members ?? [] {
                let name = AccountName(appID: appID, accountID: member.accountID)
                scopes += try await leave(name, group).scopes
            }
            let rows = try await database.call(Self.dissolve, [.uuid(group), .text(appID)])
            // Somebody may have joined meanwhile.
            if try decoding({ try rows.first?.text(0) != "has_members" }) { break }
        }
        return scopes
    }

    /// Moves, and notes what a person should see; a part of the caller's transaction.
    func move(
        _ account: AccountName, to scope: UUID, _ role: String, in session: PostgresSession
    ) async throws -> Move {
        let rows = try await session.query(
            Self.move, [.uuid(account.key), .text(account.appID), .uuid(scope), .text(role)])
        guard let row = rows.first, let outcome = Outcome(rawValue: try row.text("outcome")) else {
            throw StorageError.defect("no outcome")
        }
        guard outcome == .moved else { return Move(outcome: outcome, scopes: []) }
        let incidents = try row.json("incidents")
        if incidents.count > 2 {
            // Each names its own environment.
            _ = try await session.query(
                LedgerStore.note,
                [
                    .text(account.appID), .text(StoreEnvironment.production.rawValue),
                    .jsonb(String(decoding: incidents, as: UTF8.self)),
                ])
        }
        return Move(
            outcome: outcome,
            scopes: [try row.uuid("from_scope_id"), try row.uuid("to_scope_id")])
    }
}
