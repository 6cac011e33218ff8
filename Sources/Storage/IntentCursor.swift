package import FoundationEssentials
package import InterlockAPI

/// Names a place in a list of intents.
package struct IntentCursor: Sendable, Hashable {
    package let createdAt: Timestamp
    package let id: UUID

    package init(createdAt: Timestamp, id: UUID) {
        self.createdAt = createdAt
        self.id = id
    }

    /// After the newest intent there can be.
    static let end = IntentCursor(
        createdAt: Timestamp(microseconds: .max),
        id: UUID(
            uuid: (
                255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255
            )))

    /// Reads a cursor that ``text`` wrote.
    package init?(text: String) {
        let parts = text.split(separator: "_")
        guard parts.count == 2, let time = Int64(parts[0]),
            let id = UUID(uuidString: String(parts[1]))
        else { return nil }
        self.init(createdAt: Timestamp(microseconds: time), id: id)
    }

    package var text: String { "\(createdAt.microseconds)_\(id.uuidString.lowercased())" }
}
