internal import Cryptography

/// A notification with all that became of it.
struct SentNotification: Sendable {
    /// Its place in the order of making; never used again.
    let number: Int
    let id: String
    let kind: String
    let subtype: String?
    let signedDate: Int64
    /// The transaction that it is about, and the first of its subscription.
    let transactionIDs: [String]
    /// The same at each attempt.
    let signedPayload: String
    var attempts: [SendAttempt] = []

    var hasSucceeded: Bool { attempts.contains { $0.result == .success } }
    /// It was tried, and never taken.
    var hasFailed: Bool { !attempts.isEmpty && !hasSucceeded }

    /// As an entry of the notification history.
    var historyItem: JSONValue {
        var members: [String: JSONValue] = [
            "signedPayload": .string(signedPayload),
            "sendAttempts": .array(attempts.map(\.json)),
        ]
        if let first = attempts.first {
            members["firstSendAttemptResult"] = .string(first.result.rawValue)
        }
        return .object(members)
    }

    /// For a person.
    var summary: JSONValue {
        var members: [String: JSONValue] = [
            "notification_uuid": .string(id), "type": .string(kind),
            "signed_date": .integer(signedDate),
            "attempts": .array(attempts.map(\.json)),
        ]
        if let subtype { members["subtype"] = .string(subtype) }
        if let id = transactionIDs.first { members["transaction_id"] = .string(id) }
        return .object(members)
    }
}
