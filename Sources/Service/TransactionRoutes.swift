import AppStore
import HTTPServer
import InterlockAPI
import Storage
import Telemetry

/// Answers uploads of signed transactions.
enum TransactionRoutes {
    typealias Exchange = RouteHandler.Exchange

    /// Records each transaction by itself, in order; one that does not verify is `rejected`.
    static func upload(_ exchange: Exchange) async throws -> HTTPAnswer {
        let caller = try await exchange.caller()
        let body = try exchange.body(TransactionUpload.self)
        var results: [TransactionResult] = []
        var brought: [StoreEnvironment: [TransactionOutcome]] = [:]
        for (index, signed) in body.signedTransactions.enumerated() {
            let fact: VerifiedFact
            do {
                fact = try await self.fact(
                    signed, caller, exchange, field: "signed_transactions[\(index)]")
            } catch let refusal as Refusal {
                results.append(
                    TransactionResult(
                        transactionID: nil, outcome: .rejected, code: refusal.problem.code))
                continue
            }
            let result = try await record(fact, caller, exchange)
            results.append(result)
            brought[fact.environment, default: []].append(result.outcome)
        }
        await catchUp(brought, caller, exchange)
        return .response(try .json(200, TransactionResults(results: results)))
    }

    /// Asks the store soon for all that the account has when its device seems to restore: it brings several
    /// purchases, or one that is known. The answer does not depend on it.
    private static func catchUp(
        _ brought: [StoreEnvironment: [TransactionOutcome]], _ caller: Caller, _ exchange: Exchange
    ) async {
        let context = exchange.context
        for (environment, outcomes) in brought
        where outcomes.count > 1 || outcomes.contains(.known) {
            do {
                _ = try await context.storage.checks.expect(
                    .account, caller.account.key.wireText, appID: caller.app.id, environment,
                    within: .zero, atMostEvery: context.configuration.asking.restorePause)
            } catch {
                context.logger.debug("a check was not asked for", ["error": LogValue(error)])
            }
        }
    }

    /// Verifies a signed transaction with the roots of the caller's app.
    static func fact(
        _ signed: String, _ caller: Caller, _ exchange: Exchange, field: String
    ) async throws -> VerifiedFact {
        do {
            let transaction = try caller.app.verifier.transaction(signed)
            guard let fact = VerifiedFact(transaction: transaction, renewal: nil) else {
                throw VerificationError.invalidFormat("the transaction is not complete")
            }
            return fact
        } catch let error as VerificationError {
            throw await exchange.unverified(
                error, field: field, caller.app, source: "device", account: caller.account)
        }
    }

    private static func record(
        _ fact: VerifiedFact, _ caller: Caller, _ exchange: Exchange
    ) async throws -> TransactionResult {
        let ingested = try await exchange.context.storage.ledger.ingest(
            fact,
            from: .init(
                appID: caller.app.id, source: caller.isService ? "service" : "device",
                uploader: caller.account))
        var intent: Intent?
        if let answer = ingested.answer {
            exchange.context.publish(answer.scopeID)
            if answer.outcome == .settled { intent = answer.intent }
        }
        // Another account's intent is nobody's business here.
        if intent?.accountID != caller.account.accountID { intent = nil }
        let code =
            ingested.isConflict
            ? ProblemCode.ownerConflict.rawValue : (ingested.isUnclaimed ? "unclaimed" : nil)
        return TransactionResult(
            transactionID: fact.transaction?.transactionID, outcome: ingested.outcome,
            code: code, intentID: intent?.id)
    }
}
