package import InterlockAPI

// GET /inApps/v1/subscriptions/{transactionId}
// https://developer.apple.com/documentation/appstoreserverapi/get-all-subscription-statuses
extension StoreServer {
    /// Asks how all auto-renewable subscriptions of a customer stand, in one answer without pages.
    ///
    /// - Parameters:
    ///   - id: any transaction id, original transaction id or app transaction id of the customer.
    ///   - statuses: only these; all where there is none.
    package func subscriptionStatuses(
        of id: String, only statuses: [SubscriptionStatuses.Status] = [],
        in environment: StoreEnvironment
    ) async throws(StoreServerError) -> SubscriptionStatuses {
        let call = StoreCall.subscriptionStatuses
        let customer = try StoreRequest.segment(id, in: call)
        let request = try StoreRequest.get(
            call, "/inApps/v1/subscriptions/\(customer)",
            query: statuses.map { ("status", "\($0)") })
        let answer = try SubscriptionStatuses(
            AnswerFields(try await send(request, in: environment), of: call))
        try answer.envelope.require(bundleID, isEmpty: answer.subscriptions.isEmpty, in: call)
        return answer
    }
}
