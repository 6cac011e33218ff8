package import Authentication
import Cryptography
package import FoundationEssentials
package import InterlockAPI
import PostgresClient

/// Keeps access keys by their hashes.
package struct KeyStore: Sendable {
    private static let create = PostgresStatement.function("keys_create", 6)
    private static let list = PostgresStatement.function("keys_list", 1)
    private static let revoke = PostgresStatement.function("keys_revoke", 3)
    private static let use = PostgresStatement.function("keys_use", 1)

    /// A key without its secret.
    package struct Entry: Sendable {
        package let id: UUID
        package let appID: String
        package let role: KeyRole
        package let label: String
        package let createdAt: Timestamp?
        /// By the hour. Signing in to the console counts, what its session does then doesn't.
        package let usedAt: Timestamp?
        package let revokedAt: Timestamp?
    }

    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Stores a key with a label that is not empty: `created`, `exists` (its id is taken) or `unknown_app`.
    package func create(
        _ key: AccessKey, id: UUID, appID: String, role: KeyRole, label: String,
        actor: StoreActor
    ) async throws(StorageError) -> String {
        let rows = try await database.call(
            Self.create,
            [
                .uuid(id), .bytea(key.digest.bytes), .text(appID), .text(role.rawValue),
                .text(label), .jsonb(actor.json.text),
            ])
        return try decoding { try rows.first?.text(0) ?? "" }
    }

    /// Finds a key that is not revoked, and notes that it is used.
    package func use(_ key: AccessKey) async throws(StorageError) -> Entry? {
        let rows = try await database.call(Self.use, [.bytea(key.digest.bytes)])
        return try decoding {
            guard let row = rows.first, let role = KeyRole(rawValue: try row.text("role")) else {
                return nil
            }
            return Entry(
                id: try row.uuid("key_id"), appID: try row.text("app_id"), role: role,
                label: try row.text("label"), createdAt: nil, usedAt: nil, revokedAt: nil)
        }
    }

    /// Lists an app's keys, the newest first.
    package func list(appID: String) async throws(StorageError) -> [Entry] {
        let rows = try await database.call(Self.list, [.text(appID)])
        return try decoding {
            try rows.compactMap { row in
                guard let role = KeyRole(rawValue: try row.text("role")) else { return nil }
                return Entry(
                    id: try row.uuid("key_id"), appID: appID, role: role,
                    label: try row.text("label"),
                    createdAt: Timestamp(microseconds: try row.timestamp("created_at")),
                    usedAt: try row.optionalTimestamp("used_at")
                        .map(Timestamp.init(microseconds:)),
                    revokedAt: try row.optionalTimestamp("revoked_at")
                        .map(Timestamp.init(microseconds:)))
            }
        }
    }

    /// Revokes a key; false when there is none.
    package func revoke(
        _ id: UUID, appID: String, actor: StoreActor
    ) async throws(StorageError) -> Bool {
        let rows = try await database.call(
            Self.revoke, [.text(appID), .uuid(id), .jsonb(actor.json.text)])
        return try decoding { try rows.first?.text(0) == "revoked" }
    }
}
