package import Cryptography

/// A place of a chain with its hash, as `PLACE:HASH`: what to note elsewhere.
package struct AuditPlace: Sendable, Equatable, CustomStringConvertible {
    package let place: Int64
    package let hash: SHA256Digest

    package init(place: Int64, hash: SHA256Digest) {
        self.place = place
        self.hash = hash
    }

    /// Reads what ``description`` writes.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let place = Int64(parts[0]), place > 0,
            let hash = SHA256Digest(hex: String(parts[1]))
        else { return nil }
        self.init(place: place, hash: hash)
    }

    package var description: String { "\(place):\(hash)" }
}
