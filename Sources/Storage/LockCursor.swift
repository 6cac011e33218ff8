package import FoundationEssentials
package import InterlockAPI

/// Names a place in a list of locks, which are in the order in which they become stuck.
package struct LockCursor: Sendable, Hashable {
    package let stuckAt: Timestamp
    package let id: UUID

    package init(stuckAt: Timestamp, id: UUID) {
        self.stuckAt = stuckAt
        self.id = id
    }

    /// Before the first lock there can be.
    static let start = LockCursor(
        stuckAt: Timestamp(microseconds: .min),
        id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))

    /// Reads a cursor that ``text`` wrote.
    package init?(text: String) {
        guard let cursor = IntentCursor(text: text) else { return nil }
        self.init(stuckAt: cursor.createdAt, id: cursor.id)
    }

    package var text: String { IntentCursor(createdAt: stuckAt, id: id).text }
}
