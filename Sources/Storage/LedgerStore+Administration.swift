package import Coordination
import Cryptography
package import FoundationEssentials
package import InterlockAPI
import PostgresClient

// What a vendor's backend and administrators ask of the ledger, and the transfer of a line.
extension LedgerStore {
    private static let entitlements = PostgresStatement.function("transactions_entitlements", 5)
    private static let list = PostgresStatement.function("transactions_list", 5)
    private static let transfer = PostgresStatement.function("transactions_transfer", 5)
    static let note = PostgresStatement.function("incidents_note", 3)

    /// Gives an account's periods of use as of a time, from the ledger alone.
    package func entitlements(
        of account: AccountName, environment: StoreEnvironment, at instant: Timestamp
    ) async throws(StorageError) -> [OwnershipRow] {
        let rows = try await database.call(
            Self.entitlements,
            [
                .uuid(account.key), .text(account.appID), .text(environment.rawValue),
                .text(account.accountID), .timestamp(instant.microseconds),
            ])
        return try decoding {
            guard let row = rows.first else { return [] }
            return try WireCoding.decode([OwnershipRow].self, from: try row.json(0))
        }
    }

    /// Narrows a list of transactions: exactly one of the first three.
    package struct TransactionFilter: Sendable {
        package var account: AccountName?
        package var transactionID: String?
        package var originalTransactionID: String?
        package var environment: StoreEnvironment?

        package init() {}

        var json: String {
            var object: [String: JSONValue] = [:]
            object["account_key"] = account.map { .string($0.key.uuidString) }
            object["transaction_id"] = transactionID.map(JSONValue.string)
            object["original_transaction_id"] = originalTransactionID.map(JSONValue.string)
            object["environment"] = environment.map { .string($0.rawValue) }
            return JSONValue.object(object).text
        }
    }

    /// Lists store transactions, the newest first, those before a place in the list.
    package func transactions(
        appID: String, _ filter: TransactionFilter, before: (at: Timestamp, id: String)?,
        limit: Int32
    ) async throws(StorageError) -> [LedgerTransaction] {
        let rows = try await database.call(
            Self.list,
            [
                .text(appID), .jsonb(filter.json),
                .timestamp(before?.at.microseconds ?? ListCursor.end.at.microseconds),
                .text(before?.id ?? ""), .int4(limit),
            ])
        return try decoding { try rows.map(LedgerTransaction.init) }
    }

    /// What a transfer came to.
    package struct Transfer: Sendable {
        package enum Outcome: String, Sendable {
            case notFound = "not_found"
            case unchanged, transferred
        }

        package let outcome: Outcome
        /// The scopes whose devices see a difference.
        package let scopes: [UUID]
    }

    /// Gives a purchase line to another account and brings both accounts' scopes up to date; the call itself
    /// appends to the audit.
    package func transfer(
        _ line: String, to account: AccountName, _ environment: StoreEnvironment, reason: String,
        actor: StoreActor
    ) async throws(StorageError) -> Transfer {
        _ = try await accounts.ensure(account)
        let options = StoreOptions(actor: actor, reason: reason)
        let rows = try await database.call(
            Self.transfer,
            [
                .text(line), .text(account.appID), .text(environment.rawValue), .uuid(account.key),
                .jsonb(options.text),
            ])
        return try decoding {
            guard let row = rows.first,
                let outcome = Transfer.Outcome(rawValue: try row.text("outcome"))
            else { throw StorageError.defect("no outcome") }
            return Transfer(outcome: outcome, scopes: try row.uuidArray("scopes"))
        }
    }
}
