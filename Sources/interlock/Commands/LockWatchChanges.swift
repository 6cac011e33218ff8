import FoundationEssentials
import InterlockAPI
import Storage

/// Tells what differs between one reading of the open intents and the next.
struct LockWatchChanges {
    enum Change: String, Encodable {
        /// It was open when the watch began.
        case open
        case opened
        case changed
        /// It has become stuck.
        case stuck
        /// It is not open any more.
        case ended
    }

    /// An intent and what happened to it.
    struct Step {
        let change: Change
        let row: IntentStore.LockRow
    }

    private var known: [UUID: IntentStore.LockRow]?

    /// Takes the next reading and gives what differs, in the order of the list, then what ended.
    mutating func note(_ rows: [IntentStore.LockRow]) -> [Step] {
        let before = known
        known = Dictionary(rows.map { ($0.intent.id, $0) }, uniquingKeysWith: { first, _ in first })
        guard let before else { return rows.map { Step(change: .open, row: $0) } }
        var steps = rows.compactMap { row -> Step? in
            guard let old = before[row.intent.id] else { return Step(change: .opened, row: row) }
            if row.isStuck, !old.isStuck { return Step(change: .stuck, row: row) }
            let isSame =
                row.intent.updatedAt == old.intent.updatedAt && row.hasClaim == old.hasClaim
            return isSame ? nil : Step(change: .changed, row: row)
        }
        let ended = before.values.filter { known?[$0.intent.id] == nil }
            .sorted { $0.intent.createdAt < $1.intent.createdAt }
        steps += ended.map { Step(change: .ended, row: $0) }
        return steps
    }
}
