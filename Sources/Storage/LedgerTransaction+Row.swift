import InterlockAPI
import PostgresClient

extension LedgerTransaction {
    /// Reads a row of `transactions_list`.
    init(_ row: PostgresRow) throws {
        guard let environment = StoreEnvironment(rawValue: try row.text("environment")) else {
            throw StorageError.defect("unknown environment")
        }
        func time(_ column: String) throws -> Timestamp? {
            try row.optionalTimestamp(.init(stringLiteral: column))
                .map(Timestamp.init(microseconds:))
        }
        self.init(
            transactionID: try row.text("transaction_id"),
            originalTransactionID: try row.text("original_transaction_id"),
            environment: environment, productID: try row.text("product_id"),
            kind: try row.text("kind"), ownershipType: try row.text("ownership_type"),
            reason: try row.text("reason"), quantity: Int64(try row.int4("quantity")),
            purchasedAt: Timestamp(microseconds: try row.timestamp("purchased_at")),
            expiresAt: try time("expires_at"), revokedAt: try time("revoked_at"),
            revocationType: try row.optionalText("revocation_type"),
            revocationPercent: try row.optionalInt4("revocation_percent").map(Int64.init),
            upgraded: try row.bool("upgraded"), accountID: try row.optionalText("account_id"),
            claimedBy: try row.optionalText("claimed_by"),
            signedAt: Timestamp(microseconds: try row.timestamp("signed_at")),
            firstSource: try row.text("first_source"),
            recordedAt: Timestamp(microseconds: try row.timestamp("recorded_at")),
            renewal: try row.optionalJSON("renewal").map {
                try WireCoding.decode(WireValue.self, from: $0)
            })
    }
}
