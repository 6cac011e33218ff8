import HTTPServer
import InterlockAPI
import Storage
import Synchronization
import Telemetry

/// Answers what operators and their machines ask.
enum OperationsRoutes {
    typealias Exchange = RouteHandler.Exchange

    /// 200 while the process lives.
    static func livez(_ exchange: Exchange) async throws -> HTTPAnswer {
        .response(try .json(200, ["status": "alive"]))
    }

    /// 200 while it takes requests: not draining, and the database answers within a second.
    static func readyz(_ exchange: Exchange) async throws -> HTTPAnswer {
        if exchange.context.isDraining.load(ordering: .relaxed) {
            throw Refusal(.unavailable, "draining")
        }
        try await exchange.context.storage.database.ping()
        return .response(try .json(200, ["status": "ready"]))
    }

    /// Prometheus text.
    static func metrics(_ exchange: Exchange) async throws -> HTTPAnswer {
        exchange.context.metrics.show(await exchange.context.storage.database.statistics())
        return .response(
            HTTPResponse(
                status: 200, headers: [("Content-Type", Metrics.mediaType)],
                body: Array(exchange.context.metrics.registry.rendered().utf8)))
    }
}
