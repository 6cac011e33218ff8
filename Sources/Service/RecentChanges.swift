import FoundationEssentials

/// Remembers which scopes changed lately, so that a poll can park after its read without missing a change
/// that came in between.
struct RecentChanges {
    /// Beyond it everything is forgotten, and polls that were reading meanwhile look again.
    private static let capacity = 4_096

    private var changes: [UUID: UInt64] = [:]
    private var count: UInt64 = 0
    /// Nothing is known of changes up to here.
    private var floor: UInt64 = 0

    /// A place in the order of changes, to be taken before a read.
    var mark: UInt64 { count }

    mutating func note(_ scopeID: UUID) {
        count += 1
        if changes.count >= Self.capacity { forget() }
        changes[scopeID] = count
    }

    /// Notes that any scope may have changed.
    mutating func noteEverything() {
        count += 1
        forget()
    }

    /// Tells whether a scope may have changed since a mark.
    func mayHaveChanged(_ scopeID: UUID, since mark: UInt64) -> Bool {
        mark < floor || (changes[scopeID] ?? 0) > mark
    }

    private mutating func forget() {
        changes.removeAll(keepingCapacity: true)
        floor = count
    }
}
