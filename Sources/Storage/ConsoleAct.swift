package import FoundationEssentials
package import InterlockAPI

/// One row of the audit.
package struct ConsoleAct: Sendable {
    package let id: UUID
    package let at: Timestamp
    /// The label of the key that did it.
    package let who: String?
    package let act: String
    /// What it was done to, an object.
    package let subject: WireValue
    package let reason: String
}
