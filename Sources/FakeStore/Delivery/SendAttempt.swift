internal import Cryptography
internal import HTTPClient

/// One try to send a notification.
struct SendAttempt: Sendable, Equatable {
    /// In the store's words.
    enum Result: String, Sendable {
        case success = "SUCCESS"
        case badStatus = "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
        case timedOut = "TIMED_OUT"
        case noResponse = "NO_RESPONSE"
        case socketIssue = "SOCKET_ISSUE"
        case prematureClose = "PREMATURE_CLOSE"
        case invalidResponse = "INVALID_RESPONSE"
        case other = "OTHER"

        /// 200 to 206 is a success for the store, and nothing else.
        init(status: Int) { self = (200...206).contains(status) ? .success : .badStatus }

        init(_ error: HTTPClientError) {
            switch error {
            case .unknownHost: self = .noResponse
            case .cannotConnect: self = .socketIssue
            case .connectionClosed: self = .prematureClose
            case .timedOut: self = .timedOut
            case .malformedResponse, .responseTooLarge: self = .invalidResponse
            default: self = .other
            }
        }
    }

    /// Milliseconds since 1970.
    let date: Int64
    let result: Result

    var json: JSONValue {
        ["attemptDate": .integer(date), "sendAttemptResult": .string(result.rawValue)]
    }
}
