import AppStore
import EventLoop
import InterlockAPI
import PostgresClient
import Storage

/// A table with the columns and indexes of the ledger's transactions, and nothing behind it.
struct LedgerTwin: Sendable {
    let pools: [PostgresPool]

    private static let insertion: PostgresStatement = """
        insert into interlock_bench.store_transaction (
            original_transaction_id, app_id, environment, transaction_id, product_id, kind,
            subscription_group, ownership_type, reason, quantity, purchased_at, expires_at,
            revoked_at, upgraded, app_account_token, signed_at, snapshot, offered, first_source,
            recorded_at, updated_at, revocation_type, revocation_percent, app_transaction_id)
        values (
            $1, $2, $3, $4, $5, 'auto_renewable', $6, 'PURCHASED', $7, 1, $8, $9, null, false, $10,
            $11, $12, true, 'device', now(), now(), null, null, $13)
        """

    func create() async throws {
        try await drop()
        try await pools[0].simple("create schema interlock_bench")
        try await pools[0].simple(
            "create table interlock_bench.store_transaction "
                + "(like interlock.store_transaction including all)")
    }

    func drop() async throws {
        try await pools[0].simple("drop schema if exists interlock_bench cascade")
    }

    /// Gives the columns of an uploaded transaction.
    func row(_ upload: LedgerStage.Upload) -> [PostgresValue] {
        guard let transaction = upload.fact.transaction, let record = transaction.record else {
            return []
        }
        return [
            .text(record.originalTransactionID), .text(upload.bringer.appID),
            .text(transaction.environment.rawValue), .text(record.transactionID),
            .text(record.productID),
            .optional(transaction.subscriptionGroup, PostgresValue.text),
            .text(transaction.reason?.rawValue ?? ""),
            .timestamp(record.purchaseDate.microseconds),
            .optional(transaction.expiresDate?.microseconds, PostgresValue.timestamp),
            .optional(transaction.appAccountToken, PostgresValue.uuid),
            .timestamp(record.signedDate.microseconds), .jsonb(transaction.rawPayload),
            .optional(transaction.appTransactionID, PostgresValue.text),
        ]
    }

    /// Inserts one row, committed when this returns.
    func insert(_ row: [PostgresValue]) async throws {
        let pool = pools.first(where: \.loop.isCurrent) ?? pools[0]
        _ = try await pool.query(Self.insertion, row)
    }
}
