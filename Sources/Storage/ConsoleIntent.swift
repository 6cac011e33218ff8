package import FoundationEssentials
package import InterlockAPI

/// All that the console shows of one intent.
package struct ConsoleIntent: Sendable {
    package let intent: Intent
    /// The database's clock at the read.
    package let at: Timestamp
    package let isStuck: Bool
    /// `account` or `group`.
    package let scopeKind: String
    package let groupID: String?
    package let scopeID: UUID
    /// Other members of its group, the first ten.
    package let others: [String]
    /// When the device last said pending or purchased.
    package let reportedAt: Timestamp?
    package let riskUntil: Timestamp?
    /// From when it counts as stuck, while it is open.
    package let stuckAt: Timestamp?
    /// When the device that holds it was forgotten.
    package let goneAt: Timestamp?
    package let effectiveAt: Timestamp?
    package let error: String?
    /// The client's own JSON.
    package let metadata: String?
    /// The exclusion sets that it holds now.
    package let claims: [String]
    /// Other open intents of the scope and environment.
    package let beside: Int64
    package let history: [ConsoleStep]
    package let transaction: ConsoleTransaction?
}
