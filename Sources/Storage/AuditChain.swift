import Cryptography

/// Checks an app's audit record by record, from its first to its head. Knows one record at a time.
package struct AuditChain: Sendable {
    /// What stands before the first record.
    static let origin = SHA256Digest(bytes: [UInt8](repeating: 0, count: 32))

    private let expected: AuditPlace?
    /// The last record that held.
    package private(set) var place: Int64 = 0
    private var hash: SHA256Digest?

    /// - Parameter expected: a head that was noted once, and must be in the chain.
    package init(expecting expected: AuditPlace? = nil) {
        self.expected = expected
        hash = Self.origin
    }

    /// Takes the next record there is; gives what is wrong with it.
    package mutating func take(_ link: AuditLink) -> AuditFault? {
        guard link.place == place + 1 else {
            return AuditFault(.missing, at: place + 1)
        }
        guard link.digest == link.hash else { return AuditFault(.changed, at: link.place) }
        guard link.previousHash == hash else { return AuditFault(.reordered, at: link.place) }
        guard link.subjects == link.about else { return AuditFault(.misfiled, at: link.place) }
        if let expected, expected.place == link.place, expected.hash != link.hash {
            return AuditFault(.rewritten, at: link.place)
        }
        place = link.place
        hash = link.hash
        return nil
    }

    /// Compares where it has come to with the head, when there are no more records up to that.
    package func end(at head: AuditPlace) -> AuditFault? {
        if place < head.place { return AuditFault(.cutOff, at: place + 1) }
        if hash != head.hash { return AuditFault(.cutOff, at: max(1, place)) }
        if let expected, expected.place > place { return AuditFault(.cutOff, at: place + 1) }
        return nil
    }
}
