import AppStoreServer
import InterlockAPI
import Synchronization

/// Time that passes only when somebody waits, and then at once.
final class TestClock: Sendable {
    private struct State {
        var now: Timestamp
        var uptime = Duration.seconds(5)
        var waits: [Duration] = []
    }

    /// 2026-11-30T12:00:00Z.
    static let start = Timestamp(seconds: 1_796_040_000)

    private let state = Mutex(State(now: start))
    private let chance: Double

    /// - Parameter chance: what ``StoreClock/random`` gives.
    init(chance: Double = 0.5) { self.chance = chance }

    /// How long callers have waited, in order.
    var waits: [Duration] { state.withLock { $0.waits } }
    var now: Timestamp { state.withLock { $0.now } }

    func advance(by duration: Duration) {
        state.withLock { state in
            state.uptime += duration
            state.now.microseconds += Int64(duration / .microseconds(1))
        }
    }

    var clock: StoreClock {
        StoreClock(
            now: { self.now }, uptime: { self.state.withLock { $0.uptime } },
            sleep: { (duration) async throws(CancellationError) in
                if Task.isCancelled { throw CancellationError() }
                self.state.withLock { $0.waits.append(duration) }
                self.advance(by: duration)
            },
            random: { self.chance })
    }
}
