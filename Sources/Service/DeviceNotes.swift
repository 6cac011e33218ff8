import FoundationEssentials
import Storage
import Synchronization

/// Remembers which devices were noted within a while, so that a poll costs no write.
///
/// `device.last_seen_at` is noted once an hour by each node: it tells a day from a week, and not whether a device
/// still runs. That is asked only of one that holds a reserved or confirming intent, so it is noted on the intent,
/// once a minute while it polls.
final class DeviceNotes: Sendable {
    private struct Key: Hashable {
        let account: UUID
        let device: String
    }

    private struct State {
        var begun = ContinuousClock.now
        var noted: Set<Key> = []
    }

    /// Beyond it the while begins anew, which costs a write for each device.
    private static let capacity = 50_000

    private let window: Duration
    private let state = Mutex(State())

    init(every window: Duration) { self.window = window }

    /// True when the device was not noted within the while.
    func isNew(_ account: AccountName, _ device: String) -> Bool {
        state.withLock { state in
            let now = ContinuousClock.now
            if state.noted.count >= Self.capacity || now - state.begun > window {
                state = State(begun: now)
            }
            return state.noted.insert(Key(account: account.key, device: device)).inserted
        }
    }
}
