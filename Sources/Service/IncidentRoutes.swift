import Authentication
import FoundationEssentials
import HTTPServer
import InterlockAPI
import Storage

/// Answers what administrators see of incidents, and their resolution.
enum IncidentRoutes {
    typealias Exchange = RouteHandler.Exchange

    /// Lists an app's incidents, the newest first: the open ones unless `status` says `resolved` or `any`.
    static func list(_ exchange: Exchange) async throws -> HTTPAnswer {
        let holder = try exchange.administrator()
        let query = try exchange.query()
        let limit = try exchange.number("limit", in: query, 1...200, default: 50)
        var filter = IncidentStore.Filter()
        if let status = query["status"] {
            guard ["open", "resolved", "any"].contains(status) else {
                throw Refusal(
                    .invalidRequest, "status must be one of open, resolved, any", field: "status")
            }
            filter.status = status
        }
        if let word = query["kind"] {
            guard let kind = IncidentKind(rawValue: word) else {
                let known = IncidentKind.allCases.map(\.rawValue).joined(separator: ", ")
                throw Refusal(.invalidRequest, "kind must be one of \(known)", field: "kind")
            }
            filter.kind = kind
        }
        if query["environment"] != nil {
            filter.environment = try exchange.environment(of: holder.app, in: query)
        }
        filter.account = query.searched("account_id").map {
            AccountName(appID: holder.app.id, accountID: $0)
        }
        var incidents = try await exchange.context.storage.incidents.list(
            appID: holder.app.id, filter, before: try exchange.cursor(in: query), limit: limit + 1)
        var next: String?
        if incidents.count > limit {
            incidents.removeLast()
            next = incidents.last.flatMap { last in
                UUID(uuidString: last.id).map {
                    ListCursor(at: last.openedAt, id: $0).text
                }
            }
        }
        return .response(try .json(200, IncidentList(incidents: incidents, nextCursor: next)))
    }

    /// Resolves an incident; the act and its row in the audit are one transaction. Repeating it is harmless.
    static func resolve(_ exchange: Exchange) async throws -> HTTPAnswer {
        let holder = try exchange.administrator()
        let id = try exchange.intentID()
        let body = try exchange.body(ResolveRequest.self)
        let store = exchange.context.storage.incidents
        guard
            try await store.resolve(
                appID: holder.app.id, id: id, reason: body.reason, actor: holder.actor) != nil
        else { throw Refusal(.notFound) }
        var filter = IncidentStore.Filter()
        filter.status = "any"
        filter.id = id
        let found = try await store.list(appID: holder.app.id, filter, before: nil, limit: 1)
        guard let incident = found.first else { throw Refusal(.notFound) }
        return .response(try .json(200, IncidentEnvelope(incident: incident)))
    }
}
