package import FoundationEssentials
package import InterlockAPI
import PostgresClient

/// Keeps the devices of accounts.
package struct DeviceStore: Sendable {
    private static let note = PostgresStatement.function("devices_note", 2)
    private static let list = PostgresStatement.function("devices_list", 1)
    private static let forget = PostgresStatement.function("devices_forget", 4)

    private let database: Database
    private let accounts: AccountStore

    init(_ database: Database, _ accounts: AccountStore) {
        self.database = database
        self.accounts = accounts
    }

    /// Remembers that a device asked for its account; nothing for an account never seen. Idempotent.
    package func note(_ account: AccountName, device: String) async throws(StorageError) {
        _ = try await database.call(Self.note, [.uuid(account.key), .text(device)])
    }

    /// Lists an account's devices, the one seen last first; two hundred at most.
    package func list(_ account: AccountName) async throws(StorageError) -> [AccountDevice] {
        let rows = try await database.call(Self.list, [.uuid(account.key)])
        return try decoding {
            try rows.map { row in
                AccountDevice(
                    id: try row.text("device_id"),
                    firstSeenAt: Timestamp(microseconds: try row.timestamp("first_seen_at")),
                    lastSeenAt: Timestamp(microseconds: try row.timestamp("last_seen_at")))
            }
        }
    }

    /// Forgets a device: its reserved intents are released, its pending ones stay; the scope that changed.
    package func forget(
        _ account: AccountName, device: String, actor: StoreActor
    ) async throws(StorageError) -> UUID {
        let options = StoreOptions(actor: actor, reason: "device forgotten")
        return try await accounts.inScope(of: account) { scope throws(StorageError) in
            let rows = try await database.call(
                Self.forget,
                [.uuid(scope), .uuid(account.key), .text(device), .jsonb(options.text)])
            return try decoding {
                try rows.first?.text("outcome") == "moved" ? nil : scope
            }
        }
    }
}
