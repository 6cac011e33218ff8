import AppStore
import AppStoreServer

/// Asks how a subscription stands, and its customer's others with it, which come in the same answer.
struct SubscriptionQuestion: StoreQuestion {
    let originalTransactionID: String
    /// There is nothing to go on from: it is one call.
    let place = "{}"

    mutating func ask(_ inquiry: StoreInquiry) async throws(AskingFailure) -> Answered {
        for client in inquiry.clients {
            let statuses: SubscriptionStatuses
            do throws(AskingFailure) {
                statuses = try await inquiry.statuses(of: originalTransactionID, client)
            } catch {
                // Of several bundles it is the customer of one.
                if case .store(let error) = error, error.kind == .notFound { continue }
                throw error
            }
            return .done(again: try await record(statuses, inquiry))
        }
        return .unknown
    }

    /// Records every subscription; says when this one comes again.
    private func record(
        _ statuses: SubscriptionStatuses, _ inquiry: StoreInquiry
    ) async throws(AskingFailure) -> Duration? {
        var again: Duration?
        for subscription in statuses.subscriptions {
            let (transaction, renewal) = try await inquiry.record(subscription)
            guard transaction?.originalTransactionID == originalTransactionID else { continue }
            again = AskingSchedule.again(subscription.status, transaction, renewal, now: .now)
        }
        return again
    }
}

extension StoreInquiry {
    /// Asks how all subscriptions of a customer stand.
    func statuses(
        of id: String, _ client: StoreServer
    ) async throws(AskingFailure) -> SubscriptionStatuses {
        try await call(.subscriptionStatuses) { () async throws(StoreServerError) in
            try await client.subscriptionStatuses(of: id, in: environment)
        }
    }
}
