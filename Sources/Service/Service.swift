// Service: the HTTP interface on the stores. Who asks (Caller), one file of routes for each noun, the
// state that devices wait on (StateHub, one a loop), the worker that writes down what the clock did
// (Sweeper), the one that counts what is open (Sampler), and those that ask the App Store by themselves (StoreAsker, in Asking/). It decides nothing
// about purchases: it reads a request, calls one store, shows the outcome.
// It may import everything below it: HTTPServer, Storage, Coordination, AppStore, AppStoreServer,
// Authentication, Cryptography, InterlockAPI, EventLoop, Telemetry.
//
// Reading order: ServiceConfiguration, ServiceContext, RouteHandler, Caller, IntentRoutes and the other
// routes, StateRoutes, StateHub, Sweeper, StoreAsker.
package import EventLoop
import HTTPServer
package import Storage
import Synchronization
package import Telemetry

/// Runs the service on loops and a database that stay their owner's.
package final class Service: Sendable {
    /// Where it listens.
    package let host: String
    package let port: UInt16
    private let server: HTTPServer
    let context: ServiceContext
    private let workers: Task<Void, Never>

    private init(
        host: String, port: UInt16, server: HTTPServer, context: ServiceContext,
        workers: Task<Void, Never>
    ) {
        self.host = host
        self.port = port
        self.server = server
        self.context = context
        self.workers = workers
    }

    /// Reads the apps, starts the workers (the feed's among them) and listens.
    ///
    /// - Throws: `StorageError` when the database does not answer, `HTTPServerError` when the address
    ///   can't be had.
    package static func start(
        configuration: ServiceConfiguration, storage: Storage, registry: AppRegistry,
        feed: ChangeFeed, loops: EventLoopGroup, logger: Logger, metrics: Metrics
    ) async throws -> Service {
        let epoch = Epoch(storage)
        try await epoch.refresh()
        try await registry.refresh()
        let renderer = StateRenderer(registry: registry, epoch: epoch)
        let hubs = await StateHub.make(on: loops.loops, storage, renderer, configuration, metrics)
        let context = ServiceContext(
            configuration: configuration, storage: storage, registry: registry, feed: feed,
            renderer: renderer, hubs: hubs, logger: logger, metrics: ServiceMetrics(metrics))
        feed.subscribe { change in context.deliver(change) }
        let server = server(context, loops)
        metrics.reading("interlock_connections", help: "Open HTTP connections") {
            [weak server] in server?.openConnections ?? 0
        }
        let port = try await server.start()
        return Service(
            host: configuration.http.host, port: port, server: server, context: context,
            workers: workers(context, loops))
    }

    private static func server(
        _ context: ServiceContext, _ loops: EventLoopGroup
    ) -> HTTPServer {
        HTTPServer(
            configuration: context.configuration.http, router: RouteHandler.router(context),
            loops: loops.loops,
            errorResponse: { refusal in ProblemResponse.response(to: refusal, context) },
            onFinished: { summary in context.finished(summary) },
            onDrain: { duration in context.drain(over: duration) })
    }

    private static func workers(
        _ context: ServiceContext, _ loops: EventLoopGroup
    ) -> Task<Void, Never> {
        Task(executorPreference: loops.next()) {
            await withDiscardingTaskGroup { group in
                for hub in context.hubs {
                    group.addTask(executorPreference: hub.loop) { await StateHub.run(hub) }
                }
                group.addTask { await Sweeper(context).run() }
                group.addTask { await Upkeep(context).run() }
                group.addTask { await Sampler(context).run() }
                group.addTask { await context.followApps() }
                group.addTask { await StoreAsker(context, on: loops).run() }
                group.addTask { await context.feed.run() }
            }
        }
    }

    /// Base address of the service.
    package var address: String {
        let scheme = context.configuration.http.tls == nil ? "http" : "https"
        let shown = host.contains(":") ? "[\(host)]" : host
        return "\(scheme)://\(shown):\(port)"
    }

    /// Answers what is parked over `duration`, takes requests until it ends, then closes the listeners.
    package func drain(over duration: Duration = .seconds(10)) async {
        await server.drain(over: duration)
    }

    /// Ends server and workers and waits for them. Idempotent.
    package func stop(within duration: Duration = .seconds(5)) async {
        context.drain(over: .zero)
        await server.stop(within: duration)
        workers.cancel()
        await workers.value
    }
}
