import Authentication
import HTTPServer
import InterlockAPI
import Storage

/// Answers the release of many locks: first what it would do, then the act on exactly what was shown.
enum ReleaseManyRoute {
    typealias Exchange = RouteHandler.Exchange

    static func release(_ exchange: Exchange) async throws -> HTTPAnswer {
        let holder = try exchange.administrator()
        let body = try exchange.body(ReleaseManyRequest.self)
        let wishes = try await wishes(exchange, body, holder)
        let intents = exchange.context.storage.intents
        guard !body.dryRun, let reason = body.reason else {
            let shown = try await intents.preview(appID: holder.app.id, wishes)
            return .response(try .json(200, LockReleaseList(dryRun: true, intents: shown)))
        }
        let done = try await intents.releaseMany(
            appID: holder.app.id, wishes, reason: reason, lockDelay: body.lockDelay?.seconds,
            actor: holder.actor
        ) { exchange.context.publish($0) }
        return .response(try .json(200, LockReleaseList(dryRun: false, intents: done)))
    }

    private static func wishes(
        _ exchange: Exchange, _ body: ReleaseManyRequest, _ holder: KeyHolder
    ) async throws -> [IntentStore.Wish] {
        if let intents = body.intents {
            return try intents.map { seen in
                let version = seen.etag.map { Lock.updatedAt(etag: $0, of: seen.id) }
                if case .some(nil) = version {
                    throw Refusal(
                        .invalidRequest, "an etag is not one of its intent", field: "intents")
                }
                return IntentStore.Wish(id: seen.id, unchangedSince: version ?? nil)
            }
        }
        let (rows, isCut) = try await exchange.context.storage.intents.locks(
            appID: holder.app.id, try filter(body.filter, exchange, holder),
            atMost: Int32(ReleaseManyRequest.limit))
        guard !isCut else {
            throw Refusal(
                .invalidRequest,
                "more than \(ReleaseManyRequest.limit) intents are like this: narrow the filter",
                field: "filter")
        }
        return rows.map {
            IntentStore.Wish(id: $0.intent.id, unchangedSince: $0.intent.updatedAt)
        }
    }

    private static func filter(
        _ wanted: ReleaseManyRequest.Filter?, _ exchange: Exchange, _ holder: KeyHolder
    ) throws -> IntentStore.LockFilter {
        var filter = IntentStore.LockFilter()
        guard let wanted else { return filter }
        if let environment = wanted.environment {
            filter.environment = try exchange.environment(environment, of: holder.app)
        }
        filter.status = wanted.status
        filter.productID = wanted.productID
        filter.accountID = wanted.accountID
        filter.olderThan = wanted.olderThan.map { Int32($0.seconds) }
        filter.onlyStuck = wanted.stuck == true
        return filter
    }
}
