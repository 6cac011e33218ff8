import FoundationEssentials
import HTTPServer
import InterlockAPI
import Storage

/// What the audit's page is asked for by its address.
struct AuditQuestion: Sendable {
    private static let day: Int64 = 86_400_000_000

    private(set) var filter = AuditStore.Filter()
    /// As they were given, for the form and the next page.
    private(set) var account: String?
    private(set) var from: String?
    private(set) var to: String?
    private(set) var before: Int64?

    init(_ visit: Console.Visit, of appID: String) throws {
        let query = try visit.query()
        account = visit.searched("account_id", in: query)
        from = visit.value("from", in: query)
        to = visit.value("to", in: query)
        if let account {
            guard account.utf8.count <= Bounds.identity else { throw ConsoleRefusal.malformed }
            filter.account = AccountName(appID: appID, accountID: account)
        }
        if let subject = visit.value("subject", in: query) {
            guard let id = UUID(uuidString: subject) else { throw ConsoleRefusal.malformed }
            filter.subject = id
        }
        if let act = visit.value("act", in: query) {
            guard AuditAct(rawValue: act) != nil else { throw ConsoleRefusal.malformed }
            filter.act = act
        }
        filter.from = try from.map(Self.start)
        filter.to = try to.map { day throws in
            Timestamp(microseconds: try Self.start(of: day).microseconds + Self.day)
        }
        if let cursor = visit.value("cursor", in: query) {
            guard let place = Int64(cursor) else { throw ConsoleRefusal.malformed }
            before = place
        }
    }

    var pairs: [(String, String?)] {
        [
            ("account_id", account), ("subject", filter.subject?.wireText), ("act", filter.act),
            ("from", from), ("to", to),
        ]
    }

    /// The first moment of a day in UTC.
    private static func start(of day: String) throws -> Timestamp {
        guard day.utf8.count == 10, let time = Timestamp(day + "T00:00:00Z") else {
            throw ConsoleRefusal.malformed
        }
        return time
    }
}
