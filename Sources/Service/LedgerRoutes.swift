import Authentication
import HTTPServer
import InterlockAPI
import Storage

/// Answers what administrators see of the ledger, and the transfer of a purchase.
enum LedgerRoutes {
    typealias Exchange = RouteHandler.Exchange

    /// Lists store transactions, the newest first: an account's, or those of one id.
    static func list(_ exchange: Exchange) async throws -> HTTPAnswer {
        let holder = try exchange.administrator()
        let query = try exchange.query()
        let limit = try exchange.number("limit", in: query, 1...200, default: 50)
        var filter = LedgerStore.TransactionFilter()
        filter.account = query.searched("account_id").map {
            AccountName(appID: holder.app.id, accountID: $0)
        }
        filter.transactionID = query.searched("transaction_id")
        filter.originalTransactionID = query.searched("original_transaction_id")
        let named = [
            query.searched("account_id"), filter.transactionID, filter.originalTransactionID,
        ].compactMap(\.self)
        guard named.count == 1 else {
            throw Refusal(
                .invalidRequest,
                "give one of account_id, transaction_id, original_transaction_id",
                field: "account_id")
        }
        if query["environment"] != nil {
            filter.environment = try exchange.environment(of: holder.app, in: query)
        }
        var rows = try await exchange.context.storage.ledger.transactions(
            appID: holder.app.id, filter, before: try exchange.cursor(in: query, place),
            limit: limit + 1)
        var next: String?
        if rows.count > limit {
            rows.removeLast()
            next = rows.last.map { "\($0.purchasedAt.microseconds)_\($0.transactionID)" }
        }
        return .response(
            try .json(200, LedgerTransactionList(transactions: rows, nextCursor: next)))
    }

    /// Gives a purchase line to another account; the act and its row in the audit are one transaction, and both
    /// accounts' devices see it.
    static func transfer(_ exchange: Exchange) async throws -> HTTPAnswer {
        let holder = try exchange.administrator()
        guard let line = exchange.request.parameter("id") else { throw Refusal(.notFound) }
        let body = try exchange.body(TransferRequest.self)
        let environment = try exchange.environment(body.environment, of: holder.app)
        let ledger = exchange.context.storage.ledger
        let transfer = try await ledger.transfer(
            line, to: AccountName(appID: holder.app.id, accountID: body.accountID), environment,
            reason: body.reason, actor: holder.actor)
        guard transfer.outcome != .notFound else { throw Refusal(.notFound) }
        for scope in transfer.scopes { exchange.context.publish(scope) }
        var filter = LedgerStore.TransactionFilter()
        filter.originalTransactionID = line
        filter.environment = environment
        let rows = try await ledger.transactions(
            appID: holder.app.id, filter, before: nil, limit: 200)
        return .response(try .json(200, LedgerTransactionList(transactions: rows)))
    }

    private static func place(_ text: String) -> (at: Timestamp, id: String)? {
        let parts = text.split(separator: "_", maxSplits: 1)
        guard parts.count == 2, let time = Int64(parts[0]) else { return nil }
        return (Timestamp(microseconds: time), String(parts[1]))
    }
}
