import Coordination
import EventLoop
import HTTPServer
import InterlockAPI
import Storage
import Synchronization

/// Answers the state, at once or when it differs.
enum StateRoutes {
    typealias Exchange = RouteHandler.Exchange

    /// What a poll asks for.
    private struct Poll {
        var etag: String?
        var wait = Duration.zero
    }

    /// Gives the state document; parks while it is the one that the device has.
    static func state(_ exchange: Exchange) async throws -> HTTPAnswer {
        let caller = try await exchange.caller()
        let query = try exchange.query()
        let environment = try exchange.environment(of: caller.app, in: query)
        let poll = try self.poll(exchange, query)
        guard let hub = exchange.context.hubs.first(where: { $0.loop.isCurrent }) else {
            throw StorageError.defect("a request off its loop")
        }
        // Marked before the read: a change that comes meanwhile is seen when the poll parks.
        let mark = hub.onLoop.recent.mark
        let reading = try await exchange.context.storage.scopes.state(
            of: caller.account, environment: environment)
        if exchange.context.devices.isNew(caller.account, caller.device) {
            try await exchange.context.storage.devices.note(caller.account, device: caller.device)
        }
        if isHolder(caller, reading.snapshot),
            exchange.context.holders.isNew(caller.account, caller.device)
        {
            try await exchange.context.storage.intents.hear(
                caller.account, device: caller.device, in: reading.snapshot.scopeID)
        }
        let evaluator = try await exchange.context.renderer.evaluator(
            of: caller.app.id, for: reading)
        guard let evaluator else { throw Refusal(.notFound) }
        let document = evaluator.state(
            of: reading.snapshot, account: caller.account.accountID, device: caller.device,
            environment: environment)
        let isSame = poll.etag.map { EntityTag.list($0, names: document.etag) } ?? false
        guard isSame else { return .response(try StateResponse.changed(document)) }
        let draining = exchange.context.isDraining.load(ordering: .relaxed)
        let wait = min(poll.wait, remaining(caller))
        guard wait > .zero, exchange.request.method == .get, !draining else {
            return .response(StateResponse.unchanged(document.etag, retry: draining))
        }
        try hub.onLoop.checkRoom(reading.snapshot.scopeID, account: caller.account.accountID)
        let parked = StateHub.Arrival(
            scopeID: reading.snapshot.scopeID, version: reading.snapshot.version,
            appID: caller.app.id,
            account: caller.account.accountID, device: caller.device, environment: environment,
            etag: document.etag, wait: wait * Double.random(in: 0.9375...1), mark: mark,
            untilChange: document.nextChangeAt.map {
                .milliseconds($0.milliseconds(since: reading.snapshot.now) + 1)
            })
        return .deferred { responder in hub.onLoop.park(responder, parked) }
    }

    /// Whether the device holds something for which its silence counts.
    private static func isHolder(_ caller: Caller, _ snapshot: ScopeSnapshot) -> Bool {
        snapshot.intents.contains { intent in
            intent.deviceID == caller.device && intent.accountID == caller.account.accountID
                && (intent.status == .reserved || intent.status == .confirming)
        }
    }

    private static func remaining(_ caller: Caller) -> Duration {
        guard let expiresAt = caller.expiresAt else { return .seconds(3_600) }
        return .milliseconds(expiresAt.milliseconds(since: ServiceContext.now))
    }

    /// Reads `If-None-Match` with `Prefer: wait=N`, or their twins in the query.
    private static func poll(_ exchange: Exchange, _ query: HTTPQuery) throws -> Poll {
        let configuration = exchange.context.configuration
        var poll = Poll()
        poll.etag = query["etag"] ?? exchange.request.header("if-none-match")
        if query["wait"] != nil {
            poll.wait = .seconds(try exchange.number("wait", in: query, 0...3_600, default: 0))
        } else if let wait = preference(exchange.request.headers("prefer")) {
            // A preference that can't be read is ignored (RFC 7240, 2).
            if let seconds = wait.isEmpty ? nil : Int(wait) {
                poll.wait = .seconds(max(0, min(seconds, 3_600)))
            }
        }
        poll.wait = min(poll.wait, configuration.longestWait)
        return poll
    }

    private static func preference(_ values: [String]) -> String? {
        for value in values {
            for part in value.split(whereSeparator: { $0 == "," || $0 == ";" }) {
                let pair = part.split(separator: "=", maxSplits: 1).map {
                    $0.filter { $0 != " " && $0 != "\"" }
                }
                if pair.first?.lowercased() == "wait" { return pair.count > 1 ? pair[1] : "" }
            }
        }
        return nil
    }
}
