import InterlockAPI
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
