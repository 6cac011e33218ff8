import AppStore
import AppStoreServer
import FoundationEssentials
import InterlockAPI
import Storage
import Telemetry

/// What a question works with during one turn: an app's clients, and the road of their answers into the
/// ledger.
///
/// What does not verify is counted, noted and skipped; so is what the ledger can't take. Neither stops the
/// rest. No transaction of the database is open while the store is asked.
struct StoreInquiry: Sendable {
    let context: ServiceContext
    let metrics: AskingMetrics
    let schedule: AskingSchedule
    let app: RegisteredApp
    let environment: StoreEnvironment
    /// One for each bundle id.
    let clients: [StoreServer]
    /// When the turn is over.
    let end: ContinuousClock.Instant

    /// Who brings it into the ledger.
    static let source = "store_api"

    var isOver: Bool { ContinuousClock.now >= end }

    /// Makes one call and counts it.
    func call<Answer>(
        _ call: StoreCall, _ body: () async throws(StoreServerError) -> Answer
    ) async throws(AskingFailure) -> Answer {
        do throws(StoreServerError) {
            let answer = try await body()
            metrics.count(call, "answered", app.id, environment)
            return answer
        } catch {
            if Task.isCancelled { throw .cancelled }
            metrics.count(call, error.name, app.id, environment)
            throw .store(error)
        }
    }
}

// Recording.
extension StoreInquiry {
    /// Records signed transactions, in their order.
    func record(_ transactions: [String]) async throws(AskingFailure) {
        for signed in transactions {
            let transaction: StoreTransaction
            do { transaction = try app.verifier.transaction(signed) } catch {
                await note(error)
                continue
            }
            try await record(transaction, nil, nil)
        }
    }

    /// Records how a subscription stands; gives what of it verifies.
    func record(
        _ subscription: SubscriptionStatuses.Subscription
    ) async throws(AskingFailure) -> (transaction: StoreTransaction?, renewal: RenewalInfo?) {
        guard let signed = subscription.signedTransaction else { return (nil, nil) }
        let transaction: StoreTransaction
        do { transaction = try app.verifier.transaction(signed) } catch {
            await note(error)
            return (nil, nil)
        }
        let renewal = await renewal(subscription, of: transaction)
        try await record(transaction, renewal, subscription.status?.rawValue)
        return (transaction, renewal)
    }

    /// Records a notification and what it carries, once.
    func record(notification payload: String) async throws(AskingFailure) {
        let notification: StoreNotification
        do { notification = try app.verifier.notification(payload) } catch {
            return await note(error)
        }
        try await ingest { () async throws(StorageError) in
            try await context.storage.ledger.ingest(
                notification, id: NotificationRoutes.id(of: notification), appID: app.id
            ).scopes
        }
    }

    /// Verifies renewal info. It names no app: the transaction beside it is what binds it.
    private func renewal(
        _ subscription: SubscriptionStatuses.Subscription, of transaction: StoreTransaction
    ) async -> RenewalInfo? {
        guard let signed = subscription.signedRenewalInfo else { return nil }
        do throws(VerificationError) {
            let renewal = try app.verifier.renewalInfo(signed)
            guard renewal.originalTransactionID == transaction.originalTransactionID,
                renewal.environment == transaction.environment
            else { throw .invalidFormat("renewal info is of another subscription") }
            return renewal
        } catch {
            await note(error)
            return nil
        }
    }

    private func record(
        _ transaction: StoreTransaction, _ renewal: RenewalInfo?, _ status: Int64?
    ) async throws(AskingFailure) {
        guard
            let fact = VerifiedFact(transaction: transaction, renewal: renewal, status: status)
        else { return await note(.invalidFormat("the transaction is not complete")) }
        try await ingest { () async throws(StorageError) in
            let ingested = try await context.storage.ledger.ingest(
                fact, from: .init(appID: app.id, source: Self.source))
            return ingested.answer.map { [$0.scopeID] } ?? []
        }
    }

    /// Gives the ledger one fact. What it can't take is given once more, since an account may have moved
    /// between two scopes meanwhile; then it is skipped. That the database is away is passed on.
    private func ingest(
        _ body: () async throws(StorageError) -> [UUID]
    ) async throws(AskingFailure) {
        for isLast in [false, true] {
            do throws(StorageError) {
                for scope in try await body() { context.publish(scope) }
                return
            } catch {
                if Task.isCancelled { throw .cancelled }
                guard case .defect = error else { throw .storage(error) }
                guard isLast else { continue }
                context.logger.error(
                    "the store's answer was not recorded",
                    ["app": .string(app.id), "error": LogValue(error)])
            }
        }
    }

    private func note(_ error: VerificationError) async {
        context.metrics.count(unverified: error.code)
        await context.unverified.note(app, source: Self.source, code: error.code, account: nil)
    }
}
