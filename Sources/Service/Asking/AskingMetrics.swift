import AppStoreServer
import InterlockAPI
import Storage
import Synchronization
import Telemetry

/// Counts what is asked, by app and environment; labels come from closed sets and the apps that are
/// registered.
final class AskingMetrics: Sendable {
    /// So many apps have series of their own; the others share `other`.
    static let appLimit = 200

    private struct Place: Hashable {
        let app: String
        let environment: StoreEnvironment
        let kind: StoreCheck.Kind
    }

    private struct State {
        var apps: Set<String> = []
        /// When a check last succeeded here, or else first was made.
        var succeeded: [Place: ContinuousClock.Instant] = [:]
    }

    private let registry: Metrics
    private let running: Gauge
    private let state = Mutex(State())

    init(_ registry: Metrics) {
        self.registry = registry
        running = registry.gauge(
            "interlock_store_checks_running", help: "Checks that the store is being asked for")
    }

    func began(_ check: StoreCheck) {
        running.add(1)
        let place = place(of: check)
        let isFirst = state.withLock { state in
            if state.succeeded[place] != nil { return false }
            state.succeeded[place] = .now
            return true
        }
        guard isFirst else { return }
        registry.reading(
            "interlock_store_success_age_seconds",
            help: "Seconds since a check of the kind last succeeded here, or else first was made",
            [
                "app": place.app, "environment": place.environment.rawValue,
                "kind": place.kind.rawValue,
            ]
        ) { [weak self] in self?.age(of: place) ?? 0 }
    }

    func ended(_ check: StoreCheck, _ outcome: String, succeeded isGood: Bool) {
        running.add(-1)
        let place = place(of: check)
        registry.counter(
            "interlock_store_checks_total", help: "Checks by app, kind and outcome",
            [
                "app": place.app, "environment": place.environment.rawValue,
                "kind": place.kind.rawValue, "outcome": outcome,
            ]
        ).increment()
        if isGood { state.withLock { $0.succeeded[place] = .now } }
    }

    /// Counts one call, with its own repetitions: `answered`, or the name of the error.
    func count(
        _ call: StoreCall, _ outcome: String, _ appID: String, _ environment: StoreEnvironment
    ) {
        registry.counter(
            "interlock_store_calls_total", help: "Calls of the store's server by outcome",
            [
                "app": label(appID), "environment": environment.rawValue, "call": call.rawValue,
                "outcome": outcome,
            ]
        ).increment()
    }

    private func place(of check: StoreCheck) -> Place {
        Place(app: label(check.appID), environment: check.environment, kind: check.kind)
    }

    private func label(_ appID: String) -> String {
        state.withLock { state in
            if state.apps.contains(appID) { return appID }
            guard state.apps.count < Self.appLimit else { return "other" }
            state.apps.insert(appID)
            return appID
        }
    }

    private func age(of place: Place) -> Int {
        let last = state.withLock { $0.succeeded[place] }
        return last.map { Int(($0.duration(to: .now)).components.seconds) } ?? 0
    }
}
