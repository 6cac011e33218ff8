import AppStoreServer
import Storage
import Synchronization
import Telemetry

/// Counts what is asked; labels come from closed sets only.
final class AskingMetrics: Sendable {
    private let registry: Metrics
    private let running: Gauge
    /// When a check of each kind last succeeded here, or else first was made.
    private let succeeded = Mutex<[StoreCheck.Kind: ContinuousClock.Instant]>([:])

    init(_ registry: Metrics) {
        self.registry = registry
        running = registry.gauge(
            "interlock_store_checks_running", help: "Checks that the store is being asked for")
    }

    func began(_ kind: StoreCheck.Kind) {
        running.add(1)
        let isFirst = succeeded.withLock { succeeded in
            if succeeded[kind] != nil { return false }
            succeeded[kind] = .now
            return true
        }
        guard isFirst else { return }
        registry.reading(
            "interlock_store_success_age_seconds",
            help: "Seconds since a check of the kind last succeeded here, or else first was made",
            ["kind": kind.rawValue]
        ) { [weak self] in self?.age(of: kind) ?? 0 }
    }

    func ended(_ kind: StoreCheck.Kind, _ outcome: String, succeeded isGood: Bool) {
        running.add(-1)
        registry.counter(
            "interlock_store_checks_total", help: "Checks by kind and outcome",
            ["kind": kind.rawValue, "outcome": outcome]
        ).increment()
        if isGood { succeeded.withLock { $0[kind] = .now } }
    }

    /// Counts one call, with its own repetitions: `answered`, or the name of the error.
    func count(_ call: StoreCall, _ outcome: String) {
        registry.counter(
            "interlock_store_calls_total", help: "Calls of the store's server by outcome",
            ["call": call.rawValue, "outcome": outcome]
        ).increment()
    }

    private func age(of kind: StoreCheck.Kind) -> Int {
        let last = succeeded.withLock { $0[kind] }
        return last.map { Int(($0.duration(to: .now)).components.seconds) } ?? 0
    }
}
