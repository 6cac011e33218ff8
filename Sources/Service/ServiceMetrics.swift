import InterlockAPI
import PostgresClient
import Synchronization
import Telemetry

/// Counts what the service does; labels come from closed sets only.
final class ServiceMetrics: Sendable {
    private struct Finished: Hashable {
        let route: String
        let status: Int
    }

    let registry: Metrics
    let sweeps: Counter
    private let requests = Mutex<[Finished: Counter]>([:])

    init(_ registry: Metrics) {
        self.registry = registry
        sweeps = registry.counter("interlock_sweeps_total", help: "Scopes swept")
    }

    func count(route: String, status: Int) {
        let key = Finished(route: route, status: status)
        let counter = requests.withLock { requests in
            if let counter = requests[key] { return counter }
            let counter = registry.counter(
                "interlock_requests_total", help: "Requests answered",
                ["route": route, "status": String(status)])
            requests[key] = counter
            return counter
        }
        counter.increment()
    }

    /// Shows how the database's connections stand.
    func show(_ pools: PostgresPoolStatistics) {
        for (state, count) in [
            ("open", pools.open), ("idle", pools.idle), ("connecting", pools.connecting),
        ] {
            registry.gauge(
                "interlock_database_connections", help: "Connections to the database by state",
                ["state": state]
            ).set(count)
        }
        registry.gauge("interlock_database_waiting", help: "Calls that wait for a connection")
            .set(pools.waiting)
        registry.gauge(
            "interlock_database_connect_failures", help: "Connections that could not be opened"
        ).set(pools.failures)
    }

    func count(consoleStatements count: Int, route: String) {
        Self.consoleStatements(registry, route: route).increment(by: count)
    }

    static func consoleStatements(_ registry: Metrics, route: String) -> Counter {
        registry.counter(
            "interlock_console_statements_total",
            help: "Statements that the console's screens sent to the database", ["route": route])
    }

    func count(problem code: String) {
        registry.counter("interlock_problems_total", help: "Refusals by code", ["code": code])
            .increment()
    }

    func count(refusedCredential reason: String) {
        registry.counter(
            "interlock_refused_credentials_total", help: "Credentials refused by reason",
            ["reason": reason]
        ).increment()
    }

    func count(unverified code: String) {
        registry.counter(
            "interlock_verification_failures_total", help: "Signed data refused by reason",
            ["code": code]
        ).increment()
    }
}
