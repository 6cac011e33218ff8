package import FoundationEssentials
package import InterlockAPI

/// Names a place in a list whose rows are in the order of an instant, then of their ids.
package struct ListCursor: Sendable, Hashable {
    package let at: Timestamp
    package let id: UUID

    package init(at: Timestamp, id: UUID) {
        self.at = at
        self.id = id
    }

    /// Before the first row there can be.
    static let start = ListCursor(
        at: Timestamp(microseconds: .min),
        id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))

    /// After the last row there can be.
    static let end = ListCursor(
        at: Timestamp(microseconds: .max),
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
        self.init(at: Timestamp(microseconds: time), id: id)
    }

    package var text: String { "\(at.microseconds)_\(id.uuidString.lowercased())" }
}
