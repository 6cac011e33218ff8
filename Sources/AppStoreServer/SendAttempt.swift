package import AppStore

/// Holds one attempt of the store's to send a notification.
package struct SendAttempt: Sendable, Equatable {
    /// How it ended; a value that isn't known here is kept.
    package struct Outcome: StoreCode {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        package static let success = Outcome(rawValue: "SUCCESS")
        package static let timedOut = Outcome(rawValue: "TIMED_OUT")
        package static let tlsIssue = Outcome(rawValue: "TLS_ISSUE")
        package static let circularRedirect = Outcome(rawValue: "CIRCULAR_REDIRECT")
        package static let noResponse = Outcome(rawValue: "NO_RESPONSE")
        package static let socketIssue = Outcome(rawValue: "SOCKET_ISSUE")
        package static let unsupportedCharset = Outcome(rawValue: "UNSUPPORTED_CHARSET")
        package static let invalidResponse = Outcome(rawValue: "INVALID_RESPONSE")
        package static let prematureClose = Outcome(rawValue: "PREMATURE_CLOSE")
        /// Our server answered with another status than 2xx.
        package static let unsuccessfulStatus =
            Outcome(rawValue: "UNSUCCESSFUL_HTTP_RESPONSE_CODE")
        package static let other = Outcome(rawValue: "OTHER")
    }

    package let date: StoreDate?
    package let outcome: Outcome?

    /// Reads `sendAttempts`, of which there are six at most.
    static func list(_ fields: AnswerFields) throws(StoreServerError) -> [SendAttempt] {
        var attempts: [SendAttempt] = []
        for item in try fields.objects("sendAttempts") {
            attempts.append(
                SendAttempt(
                    date: try item.date("attemptDate"),
                    outcome: try item.text("sendAttemptResult").map { Outcome(rawValue: $0) }))
        }
        return attempts
    }
}
