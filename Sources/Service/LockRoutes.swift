import Authentication
import FoundationEssentials
import HTTPServer
import InterlockAPI
import Storage

/// Answers what administrators see of open intents, and their release.
enum LockRoutes {
    typealias Exchange = RouteHandler.Exchange

    /// Lists an app's open intents, stuck ones first.
    static func list(_ exchange: Exchange) async throws -> HTTPAnswer {
        let holder = try exchange.administrator()
        let query = try exchange.query()
        let limit = try exchange.number("limit", in: query, 1...200, default: 50)
        let page = try await exchange.context.storage.intents.locks(
            appID: holder.app.id, try filter(exchange, query, holder),
            after: try exchange.cursor(in: query), limit: limit)
        let locks = page.rows.map { row in
            Lock(
                intent: row.intent, hasClaim: row.hasClaim, stuck: row.isStuck, scope: row.scope,
                etag: Lock.etag(of: row.intent))
        }
        return .response(
            try .json(200, LockList(locks: locks, nextCursor: page.next?.text)))
    }

    /// Gives one intent by its id, with the etag that its release may name.
    static func get(_ exchange: Exchange) async throws -> HTTPAnswer {
        let holder = try exchange.administrator()
        return .response(try shown(try await find(exchange, holder)))
    }

    /// Releases an open intent; the act and its row in the audit are one transaction.
    static func release(_ exchange: Exchange) async throws -> HTTPAnswer {
        let holder = try exchange.administrator()
        let id = try exchange.intentID()
        let body = try exchange.body(ReleaseRequest.self)
        var seen: Timestamp?
        if let match = exchange.request.header("if-match") {
            let current = try await find(exchange, holder)
            guard EntityTag.list(match, names: Lock.etag(of: current)) else {
                throw Refusal(.preconditionFailed, intent: current)
            }
            // Compared again by the release itself: somebody may act in between.
            seen = current.updatedAt
        }
        let answer = try await exchange.context.storage.intents.releaseByAdministrator(
            appID: holder.app.id, id: id, reason: body.reason, actor: holder.actor,
            unchangedSince: seen, lockDelay: body.lockDelay?.seconds)
        guard let answer, answer.outcome != .notFound else { throw Refusal(.notFound) }
        if answer.outcome == .changed { throw Refusal(.preconditionFailed, intent: answer.intent) }
        guard answer.outcome == .released else {
            throw Refusal(.intentClosed, intent: answer.intent)
        }
        exchange.context.publish(answer.scopeID)
        return .response(try shown(try exchange.intent(of: answer)))
    }

    private static func filter(
        _ exchange: Exchange, _ query: HTTPQuery, _ holder: KeyHolder
    ) throws -> IntentStore.LockFilter {
        var filter = IntentStore.LockFilter()
        if query["environment"] != nil {
            filter.environment = try exchange.environment(of: holder.app, in: query)
        }
        if let word = query["status"] {
            guard let status = IntentStatus(rawValue: word), status.isOpen else {
                throw Refusal(
                    .invalidRequest, "status must be one of reserved, pending, confirming",
                    field: "status")
            }
            filter.status = status
        }
        filter.productID = query.searched("product_id")
        filter.accountID = query.searched("account_id")
        if query["older_than"] != nil {
            filter.olderThan = try exchange.number(
                "older_than", in: query, 0...IntentStore.LockFilter.oldest, default: 0)
        }
        return filter
    }

    private static func find(_ exchange: Exchange, _ holder: KeyHolder) async throws -> Intent {
        let answer = try await exchange.context.storage.intents.find(
            appID: holder.app.id, id: try exchange.intentID())
        guard let intent = answer?.intent else { throw Refusal(.notFound) }
        return intent
    }

    private static func shown(_ intent: Intent) throws -> HTTPResponse {
        try .json(
            200, IntentEnvelope(intent: intent),
            headers: [("ETag", EntityTag.quoted(Lock.etag(of: intent)))])
    }
}
