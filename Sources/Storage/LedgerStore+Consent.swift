import AppStore
import Cryptography
import FoundationEssentials
import InterlockAPI
import PostgresClient

// A guardian who withdraws the consent for an app withdraws what its requests wait for.
extension LedgerStore {
    private static let holders = PostgresStatement.function("store_accounts_holders", 3)
    private static let withdraw = PostgresStatement.function("intents_withdraw", 4)

    /// Closes the open intents of every account that has shown the notification's store account; the scopes
    /// that changed.
    func withdrawConsent(
        _ notification: StoreNotification, _ appID: String, in session: PostgresSession
    ) async throws -> [UUID] {
        guard notification.kind == .rescindConsent,
            let shown = notification.appTransaction?.appTransactionID
        else { return [] }
        let environment = notification.environment.rawValue
        let options = StoreOptions(
            actor: .store("notification"), reason: "consent withdrawn at the store")
        var scopes: [UUID] = []
        let rows = try await session.query(
            Self.holders, [.text(appID), .text(environment), .text(shown)])
        for row in rows {
            let scope = try row.uuid("scope_id")
            _ = try await session.query(
                Self.withdraw,
                [
                    .uuid(scope), .uuid(try row.uuid("account_key")), .text(environment),
                    .jsonb(options.text),
                ])
            scopes.append(scope)
        }
        return scopes
    }
}
