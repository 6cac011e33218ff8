internal import AppStore
package import EventLoop
package import InterlockAPI

/// Gives a client its time and its chance; tests give it others.
package struct StoreClock: Sendable {
    /// The wall clock: for tokens, and for times that the store gives.
    package var now: @Sendable () -> Timestamp
    /// Time since some start, never going back: for limits and pauses.
    package var uptime: @Sendable () -> Duration
    /// Waits; throws when the task is cancelled, and at once when it was.
    package var sleep: @Sendable (Duration) async throws(CancellationError) -> Void
    /// At least 0, below 1.
    package var random: @Sendable () -> Double

    package init(
        now: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws(CancellationError) -> Void,
        random: @escaping @Sendable () -> Double
    ) {
        (self.now, self.uptime, self.sleep, self.random) = (now, uptime, sleep, random)
    }

    /// This machine's clocks, and timers of a loop.
    package static func system(on loop: EventLoop) -> StoreClock {
        let start = ContinuousClock.now
        return StoreClock(
            now: { StoreDate.now.timestamp }, uptime: { ContinuousClock.now - start },
            sleep: { (duration) async throws(CancellationError) in
                try await loop.sleep(for: duration)
            },
            random: { Double.random(in: 0..<1) })
    }
}

extension Timestamp {
    /// Moves by a duration, cut to microseconds; saturates instead of overflowing.
    func adding(_ duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        let (moved, overflow) = adding(seconds: seconds).microseconds
            .addingReportingOverflow(attoseconds / 1_000_000_000_000)
        return overflow ? self : Timestamp(microseconds: moved)
    }

    /// How long until `end`; zero when that is over.
    func duration(until end: Timestamp) -> Duration {
        let (microseconds, overflow) = end.microseconds.subtractingReportingOverflow(
            self.microseconds)
        return overflow ? .zero : max(.zero, .microseconds(microseconds))
    }
}
