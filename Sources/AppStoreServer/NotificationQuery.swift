package import AppStore
internal import Cryptography
package import InterlockAPI

/// Says which notifications of the past are wanted.
///
/// The token of a page belongs to the query under which it was given, dates included: whoever keeps
/// one asks again with an equal query.
package struct NotificationQuery: Sendable, Equatable {
    /// The store takes a customer or a type, never both.
    package enum Subject: Sendable, Equatable {
        case all
        case type(StoreNotification.Kind, subtype: StoreNotification.Subtype? = nil)
        /// Any transaction id or original transaction id of the customer.
        case customer(transactionID: String)
    }

    package var startDate: StoreDate
    /// Behind ``startDate``; in the future it means now.
    package var endDate: StoreDate
    package var subject: Subject
    /// Only what hasn't reached the server: given up, or still being tried.
    package var onlyFailures: Bool

    package init(
        from startDate: StoreDate, to endDate: StoreDate, _ subject: Subject = .all,
        onlyFailures: Bool = false
    ) {
        self.startDate = startDate
        self.endDate = endDate
        self.subject = subject
        self.onlyFailures = onlyFailures
    }

    /// The earliest start to ask for: 180 days ago, in the sandbox 30, less an hour in which the
    /// first page has to be on its way.
    ///
    /// Whoever catches up after a longer silence starts here, and knows that something is missing.
    package static func earliestStart(
        in environment: StoreEnvironment, now: Timestamp
    ) -> StoreDate {
        StoreDate(clamping: now.adding(seconds: 3_600 - memory(in: environment)))
    }

    /// Seconds for which the store remembers a notification.
    private static func memory(in environment: StoreEnvironment) -> Int64 {
        environment == .production ? 180 * 86_400 : 30 * 86_400
    }

    /// Checks the dates before anything is sent.
    func check(in environment: StoreEnvironment, now: Timestamp) throws(StoreServerError) {
        let call = StoreCall.notificationHistory
        if endDate <= startDate { throw .invalid(call, "the end is not behind the start") }
        let earliest = StoreDate(clamping: now.adding(seconds: -Self.memory(in: environment)))
        if startDate < earliest {
            throw .invalid(call, "the start is before the store's memory")
        }
    }

    var body: JSONValue {
        var members: [String: JSONValue] = [
            "startDate": .integer(startDate.milliseconds),
            "endDate": .integer(endDate.milliseconds),
        ]
        switch subject {
        case .all: break
        case .type(let kind, let subtype):
            members["notificationType"] = .string(kind.rawValue)
            members["notificationSubtype"] = subtype.map { .string($0.rawValue) }
        case .customer(let id): members["transactionId"] = .string(id)
        }
        if onlyFailures { members["onlyFailures"] = true }
        return .object(members)
    }
}
