import FoundationEssentials
import Storage
import Synchronization

/// Remembers which devices were noted within the hour, so that a poll costs no write.
final class DeviceNotes: Sendable {
    private struct Key: Hashable {
        let account: UUID
        let device: String
    }

    private struct State {
        var hour = ContinuousClock.now
        var noted: Set<Key> = []
    }

    /// Beyond it the hour begins anew, which costs a write for each device.
    private static let capacity = 50_000

    private let state = Mutex(State())

    /// True when the device was not noted within the hour.
    func isNew(_ account: AccountName, _ device: String) -> Bool {
        state.withLock { state in
            let now = ContinuousClock.now
            if state.noted.count >= Self.capacity || now - state.hour > .seconds(3_600) {
                state = State(hour: now)
            }
            return state.noted.insert(Key(account: account.key, device: device)).inserted
        }
    }
}
