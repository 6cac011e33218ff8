package import InterlockAPI

/// Holds what became of a test notification.
package struct TestNotificationStatus: Sendable, Equatable {
    /// The notification as the store signed it.
    package let signedPayload: String?
    /// Empty where the store hasn't tried yet.
    package let attempts: [SendAttempt]
}

// POST /inApps/v1/notifications/test, GET /inApps/v1/notifications/test/{token}
// https://developer.apple.com/documentation/appstoreserverapi/request-a-test-notification
extension StoreServer {
    /// Lets the store send a notification of type TEST to the URL that App Store Connect has for
    /// this environment. Not repeated where nobody knows whether it arrived.
    ///
    /// - Returns: the token by which ``testNotification(_:in:)`` asks for it.
    package func requestTestNotification(
        in environment: StoreEnvironment
    ) async throws(StoreServerError) -> String {
        let call = StoreCall.requestTestNotification
        let request = try StoreRequest.post(call, "/inApps/v1/notifications/test")
        let fields = try AnswerFields(try await send(request, in: environment), of: call)
        guard let token = try fields.text("testNotificationToken") else {
            throw .malformed(call, "testNotificationToken is missing")
        }
        return token
    }

    /// Asks what became of a test notification. Until the store has one, `notFound` is its answer.
    package func testNotification(
        _ token: String, in environment: StoreEnvironment
    ) async throws(StoreServerError) -> TestNotificationStatus {
        let call = StoreCall.testNotificationStatus
        let token = try StoreRequest.segment(token, in: call)
        let request = try StoreRequest.get(call, "/inApps/v1/notifications/test/\(token)")
        let fields = try AnswerFields(try await send(request, in: environment), of: call)
        return TestNotificationStatus(
            signedPayload: try fields.text("signedPayload"), attempts: try SendAttempt.list(fields))
    }
}
