internal import Cryptography

/// What a caller wants of the notification history.
struct NotificationQuery: Sendable {
    /// The store's own bound.
    static let pageSize = 20

    let start: Int64
    let end: Int64
    var kind: String?
    var subtype: String?
    var transactionID: String?
    var onlyFailures = false
    /// The number of the first notification that may be on the page.
    var from = 0

    /// Reads a request's body and the token of its page, at the store's time.
    init(
        _ body: [UInt8], paginationToken: String?, environment: String, now: Int64
    ) throws(APIError) {
        guard let members = try? JSONReader.read(body).object else { throw .badRequest }
        guard let start = members["startDate"]?.integer else { throw .badStartDate }
        guard let end = members["endDate"]?.integer else { throw .badEndDate }
        guard start <= end else { throw .startAfterEnd }
        // So long the store remembers.
        let days: Int64 = environment == "Production" ? 180 : 30
        guard start >= now - days * StoreRules.day else { throw .startTooEarly }
        (self.start, self.end) = (start, end)
        kind = members["notificationType"]?.string
        subtype = members["notificationSubtype"]?.string
        transactionID = members["transactionId"]?.string
        onlyFailures = members["onlyFailures"]?.bool ?? false
        guard transactionID == nil || kind == nil else { throw .tooManyFilters }
        if let paginationToken {
            guard let number = Int(paginationToken), number >= 0 else { throw .badPaginationToken }
            from = number
        }
    }

    func wants(_ entry: SentNotification) -> Bool {
        entry.number >= from && (start...end).contains(entry.signedDate)
            && (kind == nil || entry.kind == kind)
            && (subtype == nil || entry.subtype == subtype)
            && (transactionID.map(entry.transactionIDs.contains) ?? true)
            && (!onlyFailures || entry.hasFailed)
    }

    /// The answer's document.
    func page(of log: NotificationLog) -> JSONValue {
        let found = log.entries.lazy.filter(wants).prefix(Self.pageSize + 1)
        let page = found.prefix(Self.pageSize)
        var members: [String: JSONValue] = [
            "hasMore": .bool(found.count > Self.pageSize),
            "notificationHistory": .array(page.map(\.historyItem)),
        ]
        if found.count > Self.pageSize, let last = page.last {
            members["paginationToken"] = .string(String(last.number + 1))
        }
        return .object(members)
    }
}
