package import FoundationEssentials
package import InterlockAPI

/// One thing that a search found.
package struct ConsoleHit: Sendable {
    /// `account`, `intent`, `token` (whose account is given), `member` (of the group that was searched for, its
    /// organizer first) or `transaction`.
    package let kind: String
    package let intentID: UUID?
    /// Nil for a transaction that is nobody's yet.
    package let accountID: String?
    package let transactionID: String?
    package let environment: String?
    package let productID: String?
    package let at: Timestamp
}
