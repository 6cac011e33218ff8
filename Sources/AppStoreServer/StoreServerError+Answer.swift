internal import Cryptography
internal import HTTPClient
internal import InterlockAPI

// From what happened to what it means: the one table of statuses, codes and failures.
extension StoreServerError {
    /// Reads a response that isn't a success; in this order: 401 (which has no body of the
    /// store's), 429, codes that ask for a repetition, 404 with a code, 5xx and 408, the rest.
    ///
    /// The store gives every refusal but 401 a code. A 404 or 403 without one comes from a wrong address
    /// or a proxy and says nothing about an id.
    init(
        _ response: HTTPClientResponse, to call: StoreCall, now: Timestamp, fallback: Duration
    ) {
        let status = response.status
        let body = (try? JSONReader.read(response.body))?.object ?? [:]
        let code = body["errorCode"]?.integer.map(StoreErrorCode.init(rawValue:))
        let kind: Kind
        if status == 401 {
            kind = .unauthorized
        } else if status == 429 || code == .rateLimitExceeded {
            let field = response.header("Retry-After")
            kind = .rateLimited(until: RetryAfter.time(field, now: now, fallback: fallback))
        } else if let code, code.asksForRepetition {
            kind = .unavailable
        } else if status == 404, let code, code.isNotFound {
            kind = .notFound
        } else if status >= 500 || status == 408 {
            kind = .unavailable
        } else if status >= 400 {
            kind = code == nil ? .foreignAnswer : .invalidRequest
        } else {
            kind = .malformedResponse
        }
        let message =
            body["errorMessage"]?.string
            ?? (kind == .foreignAnswer ? Self.foreignHint : "no message of the store's")
        self.init(kind, call, message, status: status, code: code)
    }

    /// What to look at when somebody else answers.
    private static let foreignHint =
        "not the store's own answer: look at the app's store URL and at proxies on the way"

    /// Reads a request that got no response.
    init(_ failure: HTTPClientError, to call: StoreCall) {
        switch failure {
        case .cancelled: self = .cancelled(call)
        case .untrustedPeer:
            self.init(.untrustedServer, call, "the server's certificate isn't to be trusted")
        case .unusableRoots:
            self.init(.untrustedServer, call, "the files of trusted roots can't be read")
        case .malformedRequest: self = .invalid(call, "the request can't be written as HTTP")
        case .malformedResponse: self = .malformed(call, "the answer is no HTTP")
        case .responseTooLarge: self = .malformed(call, "the answer is too large")
        default: self.init(.unavailable, call, "no answer: \(failure)")
        }
    }
}
