package import InterlockAPI

/// Says why a call of the App Store Server API gave no answer.
package struct StoreServerError: Error, Sendable, Equatable {
    /// What follows from it for the caller.
    package enum Kind: Sendable, Equatable {
        /// The store knows nothing by this id, and says so with a code of its own.
        case notFound
        /// The same call may succeed later: 5xx, codes that ask for a repetition, connections,
        /// time-outs.
        case unavailable
        /// Too many calls, by our count or by the store's: not before this time.
        case rateLimited(until: Timestamp)
        /// 401: key, key id, issuer or bundle id are wrong, or the app has no Production yet. Says
        /// nothing about the id that was asked for.
        case unauthorized
        /// The server's certificate isn't trusted, so nothing was sent: somebody is in between, or
        /// the trusted roots are wrong. Not repeated.
        case untrustedServer
        /// The answer is somebody else's: a status of refusal without a code of the store's (a proxy, a
        /// wrong address), or an answer about another app. Says nothing about what was asked.
        case foreignAnswer
        /// The request is wrong, by our check (then ``status`` is nil) or by the store's, which gives a
        /// code.
        case invalidRequest
        /// The answer isn't what the API describes, or too large.
        case malformedResponse
        /// There are more pages than a run may read; another run may go on from the last page.
        case pageLimit
        /// The task was cancelled, or the client closed. Whether the store acted is unknown.
        case cancelled
    }

    package let kind: Kind
    package let call: StoreCall
    /// The status of the HTTP response; nil where there was none.
    package let status: Int?
    /// The store's own code, if it gave one.
    package let code: StoreErrorCode?
    /// The store's message, or ours; 200 code points at most. It never holds a token or a key.
    package let message: String

    init(
        _ kind: Kind, _ call: StoreCall, _ message: String, status: Int? = nil,
        code: StoreErrorCode? = nil
    ) {
        self.kind = kind
        self.call = call
        self.status = status
        self.code = code
        // Code points, not characters: one of those may be of any length.
        self.message = String(String.UnicodeScalarView(message.unicodeScalars.prefix(200)))
    }

    static func cancelled(_ call: StoreCall) -> StoreServerError {
        StoreServerError(.cancelled, call, "cancelled, or the client is closed")
    }

    static func malformed(_ call: StoreCall, _ message: String) -> StoreServerError {
        StoreServerError(.malformedResponse, call, message)
    }

    static func foreign(_ call: StoreCall, _ message: String) -> StoreServerError {
        StoreServerError(.foreignAnswer, call, message)
    }

    static func invalid(_ call: StoreCall, _ message: String) -> StoreServerError {
        StoreServerError(.invalidRequest, call, message)
    }
}

extension StoreServerError {
    /// Whether the same call may succeed later. The client has then repeated it as often as it may.
    package var isRetryable: Bool {
        switch kind {
        case .unavailable, .rateLimited: true
        default: false
        }
    }

    /// A stable name of the kind, for logs and counters.
    package var name: String {
        switch kind {
        case .notFound: "not_found"
        case .unavailable: "unavailable"
        case .rateLimited: "rate_limited"
        case .unauthorized: "unauthorized"
        case .untrustedServer: "untrusted_server"
        case .foreignAnswer: "foreign_answer"
        case .invalidRequest: "invalid_request"
        case .malformedResponse: "malformed_response"
        case .pageLimit: "page_limit"
        case .cancelled: "cancelled"
        }
    }
}

extension StoreServerError: CustomStringConvertible {
    package var description: String {
        var text = "\(call.rawValue): \(name)"
        if case .rateLimited(let until) = kind { text += " until \(until)" }
        if let status { text += ", HTTP \(status)" }
        if let code { text += ", code \(code)" }
        return "\(text): \(message)"
    }
}
