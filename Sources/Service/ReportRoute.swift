import AppStore
import HTTPServer
import InterlockAPI
import Storage

/// Answers what a device reports of its store call.
enum ReportRoute {
    /// Records a report. A verified transaction wins, whatever the result says beside it; one that fails
    /// verification changes nothing.
    static func report(_ exchange: RouteHandler.Exchange) async throws -> HTTPAnswer {
        let caller = try await exchange.caller()
        let id = try exchange.intentID()
        let body = try exchange.body(ReportRequest.self)
        guard let signed = body.signedTransaction else {
            let answer = try await exchange.context.storage.intents.report(
                caller.account, device: caller.device, id: id, result: body.result,
                reason: body.reason, error: body.error)
            return try exchange.envelope(answer, caller, accepting: [.reported])
        }
        let fact = try await TransactionRoutes.fact(
            signed, caller, exchange, field: "signed_transaction")
        let found = try await exchange.context.storage.intents.get(caller.account, id: id)
        guard found.outcome == .found else { throw exchange.refusal(of: found, caller) }
        let ingested = try await exchange.context.storage.ledger.ingest(
            fact,
            from: .init(
                appID: caller.app.id, source: caller.isService ? "service" : "device",
                uploader: caller.account, reportedIntent: id))
        if ingested.isConflict || ingested.isUnclaimed {
            if let answer = ingested.answer { exchange.context.publish(answer.scopeID) }
            throw Refusal(
                .transactionMismatch, "the transaction is not this account's: it was recorded",
                intent: found.intent)
        }
        guard let answer = ingested.answer else { throw StorageError.defect("no answer") }
        return try exchange.envelope(answer, caller, accepting: [.settled, .alreadyPurchased])
    }
}
