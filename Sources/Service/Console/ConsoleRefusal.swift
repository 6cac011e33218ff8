import FoundationEssentials

/// Why the console shows something other than what was asked for.
enum ConsoleRefusal: Error {
    /// No session, or one that has ended.
    case signInNeeded
    /// The form's token is missing or another session's, or the request comes from another site.
    case forged
    /// The key's role may not do that.
    case forbidden
    case notFound
    case malformed
    /// The intent is not as it was shown.
    case changed(UUID)
    /// The intent ended otherwise.
    case closed(UUID)

    var status: Int {
        switch self {
        case .signInNeeded: 303
        case .forged, .forbidden: 403
        case .notFound: 404
        case .malformed: 400
        case .changed: 412
        case .closed: 409
        }
    }

    /// For the request log.
    var code: String {
        switch self {
        case .signInNeeded: "console_sign_in"
        case .forged: "console_forged"
        case .forbidden: "forbidden"
        case .notFound: "not_found"
        case .malformed: "invalid_request"
        case .changed: "precondition_failed"
        case .closed: "intent_closed"
        }
    }
}
