import FoundationEssentials
import HTTPServer
import InterlockAPI
import Storage

/// Answers what administrators did.
enum AuditRoutes {
    typealias Exchange = RouteHandler.Exchange

    /// Lists an app's audit, the newest first: of an account, of an act, of a span of time.
    static func list(_ exchange: Exchange) async throws -> HTTPAnswer {
        let holder = try exchange.administrator()
        let query = try exchange.query()
        let limit = try exchange.number("limit", in: query, 1...200, default: 50)
        var filter = AuditStore.Filter()
        if let account = query.searched("account_id") {
            try Bounds.checkAccount(account, field: "account_id")
            filter.account = AccountName(appID: holder.app.id, accountID: account)
        }
        if let act = query["act"] {
            guard AuditAct(rawValue: act) != nil else {
                let known = AuditAct.allCases.map(\.rawValue).joined(separator: ", ")
                throw Refusal(.invalidRequest, "act must be one of \(known)", field: "act")
            }
            filter.act = act
        }
        filter.from = try time("from", in: query)
        filter.to = try time("to", in: query)
        let before = try exchange.cursor(in: query) { text in
            Int64(text).flatMap { $0 > 0 ? $0 : nil }
        }
        var records = try await exchange.context.storage.audit.list(
            appID: holder.app.id, filter, before: before, limit: limit + 1)
        var next: String?
        if records.count > limit {
            records.removeLast()
            next = records.last.map { "\($0.place)" }
        }
        return .response(try .json(200, AuditList(records: records, nextCursor: next)))
    }

    private static func time(_ name: String, in query: HTTPQuery) throws -> Timestamp? {
        try query[name].map { text in
            guard let time = Timestamp(text) else {
                throw Refusal(.invalidRequest, "\(name) must be an RFC 3339 time", field: name)
            }
            return time
        }
    }
}
