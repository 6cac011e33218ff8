import FoundationEssentials
import Synchronization

/// What devices asked for, and what they were told of it.
final class KillLedger: Sendable {
    /// One reserve, and what followed.
    struct Entry: Sendable {
        let account: String
        let device: String
        let product: String
        var answer = Answer.none
        /// The transaction of which it was told that it settled the intent.
        var transaction: String?
        /// Whether it was told that the intent is cancelled.
        var isCancelled = false

        var request: String { "r-\(device)" }
    }

    enum Answer: Sendable, Equatable {
        /// None came: the reserve may be committed or not.
        case none
        case granted(UUID)
        /// Another device holds or owns what it wants.
        case refused
    }

    private let state = Mutex<[Entry]>([])
    private let target: Int
    private let onTarget: @Sendable () -> Void

    /// Calls `onTarget` at the settlement that is the `target`th, on the thread of the device that is told.
    init(target: Int, onTarget: @escaping @Sendable () -> Void) {
        self.target = target
        self.onTarget = onTarget
    }

    var entries: [Entry] { state.withLock { $0 } }

    /// Notes that a device is about to reserve; gives the entry's place.
    func asks(_ entry: Entry) -> Int {
        state.withLock { entries in
            entries.append(entry)
            return entries.count - 1
        }
    }

    /// Notes an answer to the entry at a place.
    func told(_ place: Int, _ change: @Sendable (inout Entry) -> Void) {
        let isTarget = state.withLock { entries in
            let before = entries[place].transaction
            change(&entries[place])
            guard before == nil, entries[place].transaction != nil else { return false }
            return entries.count { $0.transaction != nil } == target
        }
        if isTarget { onTarget() }
    }
}
