package import InterlockAPI

/// Holds a new token for its client; printing it shows only when it ends.
package struct MintedClientToken: Sendable, CustomStringConvertible {
    package let token: String
    package let expiresAt: Timestamp

    package var description: String { "[redacted], expires \(expiresAt)" }
}
