internal import InterlockAPI
internal import Synchronization

/// Lets requests to one environment go when the limit of their call allows it.
final class CallLimits: Sendable {
    private let limits: Mutex<[StoreCall: CallLimit]>
    private let clock: StoreClock

    init(in environment: StoreEnvironment, share: Int, clock: StoreClock) {
        let limits = StoreCall.allCases.map { ($0, $0.limit(in: environment, share: share)) }
        self.limits = Mutex(Dictionary(uniqueKeysWithValues: limits))
        self.clock = clock
    }

    /// Waits for a place, first come first served.
    ///
    /// A place that was reserved before a 429 came is given up and another one reserved. One that
    /// is cancelled stays unused.
    ///
    /// - Throws: `rateLimited`, at once, when it would take longer than `patience` altogether;
    ///   `cancelled`.
    func admit(_ call: StoreCall, patience: Duration) async throws(StoreServerError) {
        let end = clock.uptime() + patience
        while true {
            let now = clock.uptime()
            switch reserve(call, at: now, patience: end - now) {
            case .refused(let wait):
                throw StoreServerError(
                    .rateLimited(until: clock.now().adding(wait)), call,
                    "held back by the limit of this call")
            case .at(let place):
                if place > now {
                    do { try await clock.sleep(place - now) } catch { throw .cancelled(call) }
                }
                if !isBlocked(call) { return }
            }
        }
    }

    /// Lets nothing of this call go until a time of the wall clock.
    func block(_ call: StoreCall, until time: Timestamp) {
        let moment = clock.uptime() + clock.now().duration(until: time)
        limits.withLock { $0[call]?.block(until: moment) }
    }

    private func reserve(
        _ call: StoreCall, at now: Duration, patience: Duration
    ) -> CallLimit.Place {
        limits.withLock { $0[call]?.reserve(at: now, patience: patience) ?? .at(now) }
    }

    /// Whether a 429 keeps this call back now.
    func isBlocked(_ call: StoreCall) -> Bool {
        let now = clock.uptime()
        return limits.withLock { ($0[call]?.blockedUntil ?? .zero) > now }
    }
}
