package import InterlockAPI
import PostgresClient

/// Remembers which accounts have shown which store account.
package struct StoreAccountStore: Sendable {
    private static let note = PostgresStatement.function("store_accounts_note", 4)

    private let database: Database
    private let accounts: AccountStore

    init(_ database: Database, _ accounts: AccountStore) {
        self.database = database
        self.accounts = accounts
    }

    /// Remembers that an account shows a store account, by its appTransactionId; true when another account of
    /// the app has shown it too. Idempotent.
    package func note(
        _ account: AccountName, _ environment: StoreEnvironment, appTransactionID: String
    ) async throws(StorageError) -> Bool {
        _ = try await accounts.ensure(account)
        let rows = try await database.call(
            Self.note,
            [
                .text(account.appID), .text(environment.rawValue), .text(appTransactionID),
                .uuid(account.key),
            ])
        return try decoding { try rows.first?.bool(0) ?? false }
    }
}
