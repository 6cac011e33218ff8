import Synchronization

/// Counts wrong keys by address, so that nobody keeps the database busy by guessing. Each node counts for
/// itself; 256 random bits are out of reach of guessing anyway.
final class SignInLimit: Sendable {
    /// Wrong keys that an address has a minute.
    static let tries = 10
    private static let window = Duration.seconds(60)
    /// Beyond it the windows that are over are dropped, and all of them where none is.
    private static let capacity = 10_000

    private struct Window {
        var until: ContinuousClock.Instant
        var wrong = 0
    }

    private let windows = Mutex<[String: Window]>([:])

    /// Takes one try for an address; false when it has none left.
    func take(_ address: String, now: ContinuousClock.Instant = .now) -> Bool {
        windows.withLock { windows in
            if windows.count >= Self.capacity {
                windows = windows.filter { $0.value.until > now }
                if windows.count >= Self.capacity { windows = [:] }
            }
            var window = windows[address] ?? Window(until: now + Self.window)
            if window.until <= now { window = Window(until: now + Self.window) }
            guard window.wrong < Self.tries else { return false }
            window.wrong += 1
            windows[address] = window
            return true
        }
    }

    /// Gives a try back: the key was right.
    func giveBack(_ address: String) { windows.withLock { $0[address]?.wrong -= 1 } }
}
