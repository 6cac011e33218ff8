package import Cryptography
package import FoundationEssentials
import InterlockAPI
import PostgresClient

/// Keeps who is signed in to the console, by the hashes of the sessions' secrets.
package struct ConsoleSessionStore: Sendable {
    private static let open = PostgresStatement.function("console_sessions_open", 4)
    private static let find = PostgresStatement.function("console_sessions_find", 1)
    private static let close = PostgresStatement.function("console_sessions_close", 1)

    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Opens a session for a key; it ends after `lifetime` seconds at the latest. The one that the same browser had
    /// until now, `instead`, ends at once.
    package func open(
        _ session: SHA256Digest, key: UUID, lifetime: Int32, instead: SHA256Digest? = nil
    ) async throws(StorageError) {
        _ = try await database.call(
            Self.open,
            [
                .bytea(session.bytes), .uuid(key), .int4(lifetime), .bytea(instead?.bytes ?? []),
            ])
    }

    /// Finds the key of a session; nil once the session has ended or the key is revoked.
    package func find(_ session: SHA256Digest) async throws(StorageError) -> KeyStore.Entry? {
        let rows = try await database.call(Self.find, [.bytea(session.bytes)])
        return try decoding {
            guard let row = rows.first, let role = KeyRole(rawValue: try row.text("role")) else {
                return nil
            }
            return KeyStore.Entry(
                id: try row.uuid("key_id"), appID: try row.text("app_id"), role: role,
                label: try row.text("label"), createdAt: nil, usedAt: nil, revokedAt: nil)
        }
    }

    /// Ends sessions. Repeating it is harmless.
    package func close(_ sessions: [SHA256Digest]) async throws(StorageError) {
        _ = try await database.call(Self.close, [.byteaArray(sessions.map(\.bytes))])
    }
}
