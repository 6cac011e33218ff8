package import Coordination
package import FoundationEssentials
package import InterlockAPI
import PostgresClient

/// Reads what the devices of a scope see, and lets the clock's work be written down.
package struct ScopeStore: Sendable {
    private static let state = PostgresStatement.function("scopes_state", 2)
    private static let sweep = PostgresStatement.function("scopes_sweep", 1)
    private static let due = PostgresStatement.function("scopes_due", 1)
    private static let versions = PostgresStatement.function("scopes_versions", 1)

    /// One read of a scope and environment.
    package struct Reading: Sendable {
        package let snapshot: ScopeSnapshot
        /// The clock has changed something that no version tells yet.
        package let isDue: Bool
        package let catalogRevision: Int64
        /// The account ids of those who are in the scope.
        package let members: Set<String>
    }

    private let database: Database
    private let accounts: AccountStore

    init(_ database: Database, _ accounts: AccountStore) {
        self.database = database
        self.accounts = accounts
    }

    /// Reads the scope that an account is in; writes down first what the clock did to it.
    package func state(
        of account: AccountName, environment: StoreEnvironment
    ) async throws(StorageError) -> Reading {
        try await accounts.inScope(of: account) { scope throws(StorageError) in
            guard let reading = try await current(scope, environment),
                reading.members.contains(account.accountID)
            else { return nil }
            return reading
        }
    }

    /// Reads a scope, swept when that was due. Nil when there is none.
    package func current(
        _ scopeID: UUID, _ environment: StoreEnvironment
    ) async throws(StorageError) -> Reading? {
        let reading = try await read(scopeID, environment)
        guard reading?.isDue == true else { return reading }
        _ = try await sweep(scopeID)
        return try await read(scopeID, environment)
    }

    /// Reads a scope as it is, in one call; what is due stays to be swept. Nil when there is none.
    package func read(
        _ scopeID: UUID, _ environment: StoreEnvironment
    ) async throws(StorageError) -> Reading? {
        let rows = try await database.call(
            Self.state, [.uuid(scopeID), .text(environment.rawValue)])
        return try decoding {
            guard let row = rows.first else { return nil }
            guard let kind = ScopeKind(rawValue: try row.text("kind")) else {
                throw StorageError.defect("unknown kind of scope")
            }
            let empty = Array("[]".utf8)
            let members = try WireCoding.decode(
                [Member].self, from: try row.optionalJSON("members") ?? empty)
            var snapshot = try ScopeSnapshot(
                scopeID: scopeID, version: try row.int8("version"),
                now: Timestamp(microseconds: try row.timestamp("at")), kind: kind,
                groupID: try row.optionalText("group_id"),
                intentsJSON: try row.optionalJSON("intents") ?? empty,
                ownershipJSON: try row.optionalJSON("ownership") ?? empty)
            snapshot.releasers = Set(members.filter(\.mayRelease).map(\.accountID))
            return Reading(
                snapshot: snapshot, isDue: try row.bool("due"),
                catalogRevision: try row.int8("catalog_revision"),
                members: Set(members.map(\.accountID)))
        }
    }

    private struct Member: Decodable {
        let accountID: String
        let mayRelease: Bool

        enum CodingKeys: String, CodingKey {
            case accountID = "account_id"
            case mayRelease = "may_release"
        }
    }

    /// Writes down what the clock did to a scope; true when devices see a difference.
    package func sweep(_ scopeID: UUID) async throws(StorageError) -> Bool {
        let rows = try await database.call(Self.sweep, [.uuid(scopeID)])
        return try decoding { try rows.first?.text("outcome") == "changed" }
    }

    /// Lists scopes that the clock has changed, the longest waiting first.
    package func due(limit: Int32) async throws(StorageError) -> [UUID] {
        let rows = try await database.call(Self.due, [.int4(limit)])
        return try decoding { try rows.map { try $0.uuid(0) } }
    }

    /// Gives the versions of scopes that devices wait on.
    package func versions(
        of scopeIDs: [UUID]
    ) async throws(StorageError) -> [(scopeID: UUID, version: Int64, isDue: Bool)] {
        let rows = try await database.call(Self.versions, [.uuidArray(scopeIDs)])
        return try decoding {
            try rows.map { (try $0.uuid(0), try $0.int8(1), try $0.bool(2)) }
        }
    }
}
