/// Names everything that a request can be refused for; `facts` is the one table of what each code means.
public enum ProblemCode: String, WireEnum, Hashable {
    // Reserve, in the order in which it tests them.
    /// The request id was used before, with other content.
    case requestIDReused = "request_id_reused"
    /// The catalog has no such product.
    case unknownProduct = "unknown_product"
    /// Something owned rules the purchase out (`owned`).
    case owned
    /// An open intent rules the purchase out (`holder`).
    case locked
    /// The account has as many open intents as it may have.
    case tooManyOpen = "too_many_open"

    // Reports, renewals and releases.
    /// The intent expired and its claims are taken (`holder`).
    case lockLost = "lock_lost"
    /// The report contradicts a closed intent (`intent`).
    case intentClosed = "intent_closed"
    /// Only a reserved intent inside its total time is renewed (`intent`).
    case notRenewable = "not_renewable"
    /// Only a pending intent is given up by its account (`intent`).
    case notPending = "not_pending"

    // Transactions, notifications, accounts.
    /// A signed transaction does not verify; nothing changed.
    case verificationFailed = "verification_failed"
    /// A verified transaction is of another product or account; it was recorded (`intent`).
    case transactionMismatch = "transaction_mismatch"
    /// A result, never a refusal: bought before the intent was made.
    case alreadyPurchased = "already_purchased"
    /// A result, never a refusal: another account keeps the transaction.
    case ownerConflict = "owner_conflict"
    /// No app has the bundle id.
    case unknownApp = "unknown_app"
    /// The app account token is another account's.
    case tokenInUse = "token_in_use"

    // Groups.
    /// The group has as many members as it may.
    case groupFull = "group_full"
    /// The account is in another group: leave that first.
    case inAnotherGroup = "in_another_group"
    /// A group has one organizer, and keeps one while it has members.
    case organizerRequired = "organizer_required"

    // Who asks.
    /// There is no token, or none that counts.
    case unauthenticated
    /// The token's time is over.
    case tokenExpired = "token_expired"
    /// The account was forgotten or merged; sign in anew.
    case accountEnded = "account_ended"
    /// The key's role does not cover this.
    case forbidden

    // The request itself.
    /// The HTTP framing is not acceptable.
    case badRequest = "bad_request"
    /// The body is not JSON.
    case malformedJSON = "malformed_json"
    /// A member or parameter is wrong (`field`).
    case invalidRequest = "invalid_request"
    /// The app has two environments and the request names none (`field`).
    case environmentRequired = "environment_required"
    /// No such path, or nothing there that is the caller's.
    case notFound = "not_found"
    /// The path exists, for other methods.
    case methodNotAllowed = "method_not_allowed"
    /// No representation that `Accept` allows.
    case notAcceptable = "not_acceptable"
    /// The request did not arrive in time.
    case requestTimeout = "request_timeout"
    /// `If-Match` names an older state.
    case preconditionFailed = "precondition_failed"
    /// `If-Match` is needed here.
    case preconditionRequired = "precondition_required"
    /// The body is too long.
    case payloadTooLarge = "payload_too_large"
    /// The path and query are too long.
    case targetTooLong = "target_too_long"
    /// The body is not `application/json`.
    case unsupportedMediaType = "unsupported_media_type"
    /// `Expect` asks for something other than `100-continue`.
    case expectationFailed = "expectation_failed"
    /// The header section is too long.
    case headersTooLarge = "headers_too_large"
    /// Too many requests in a short time.
    case rateLimited = "rate_limited"

    // The service.
    /// The service failed; what was asked may or may not have happened.
    case `internal`
    /// The method is none that the service knows.
    case notImplemented = "not_implemented"
    /// The database, or room for the request, is missing for the moment.
    case unavailable
}

extension ProblemCode {
    /// Says what a code means over HTTP.
    public struct Facts: Sendable, Hashable {
        /// The HTTP status.
        public let status: Int
        /// The short text that is the same for every occurrence.
        public let title: String
        /// Whether the same request, sent again later, may succeed.
        public let retryable: Bool

        init(_ status: Int, _ title: String, retryable: Bool = false) {
            self.status = status
            self.title = title
            self.retryable = retryable
        }
    }

    /// The HTTP status of the code.
    public var status: Int { facts.status }
    /// The title of the code.
    public var title: String { facts.title }
    /// Whether the same request, sent again later, may succeed.
    public var retryable: Bool { facts.retryable }

    /// The type URI of RFC 9457: stable, not meant to be fetched.
    public var type: String { "urn:interlock:problem:\(rawValue)" }

    /// The table: HTTP status, title, retryable.
    public var facts: Facts {
        switch self {
        case .requestIDReused: Facts(422, "Request id was used for something else")
        case .unknownProduct: Facts(422, "Unknown product")
        case .owned: Facts(409, "Owned already")
        case .locked: Facts(409, "Another purchase is under way", retryable: true)
        case .tooManyOpen: Facts(429, "Too many open intents", retryable: true)
        case .lockLost: Facts(409, "The lock was lost", retryable: true)
        case .intentClosed: Facts(409, "The intent is closed")
        case .notRenewable: Facts(409, "The intent can't be renewed")
        case .notPending: Facts(409, "The intent is not pending")
        case .verificationFailed: Facts(422, "Signed data does not verify")
        case .transactionMismatch: Facts(409, "The transaction does not fit the intent")
        case .alreadyPurchased: Facts(409, "Purchased before the intent")
        case .ownerConflict: Facts(409, "Another account owns the transaction")
        case .unknownApp: Facts(422, "Unknown app")
        case .tokenInUse: Facts(409, "The token is another account's")
        case .groupFull: Facts(409, "The group is full")
        case .inAnotherGroup: Facts(409, "In another group already")
        case .organizerRequired: Facts(409, "The group needs its organizer")
        case .unauthenticated: Facts(401, "Not authenticated")
        case .tokenExpired: Facts(401, "The token has expired")
        case .accountEnded: Facts(401, "The account has ended")
        case .forbidden: Facts(403, "Not allowed for this role")
        case .badRequest: Facts(400, "Bad request")
        case .malformedJSON: Facts(400, "Malformed JSON")
        case .invalidRequest: Facts(400, "Invalid request")
        case .environmentRequired: Facts(400, "Environment required")
        case .notFound: Facts(404, "Not found")
        case .methodNotAllowed: Facts(405, "Method not allowed")
        case .notAcceptable: Facts(406, "Not acceptable")
        case .requestTimeout: Facts(408, "Request timeout", retryable: true)
        case .preconditionFailed: Facts(412, "Precondition failed")
        case .payloadTooLarge: Facts(413, "Body too large")
        case .targetTooLong: Facts(414, "Target too long")
        case .unsupportedMediaType: Facts(415, "Unsupported media type")
        case .expectationFailed: Facts(417, "Expectation failed")
        case .preconditionRequired: Facts(428, "Precondition required")
        case .rateLimited: Facts(429, "Too many requests", retryable: true)
        case .headersTooLarge: Facts(431, "Headers too large")
        case .internal: Facts(500, "Internal error", retryable: true)
        case .notImplemented: Facts(501, "Method not implemented")
        case .unavailable: Facts(503, "Temporarily unavailable", retryable: true)
        }
    }
}
