package import InterlockAPI

/// How an incident was resolved, now or by somebody before.
package struct IncidentResolution: Sendable {
    /// False when it was resolved before: then it stayed as it was.
    package let isNew: Bool
    package let at: Timestamp
    package let by: ConsoleStep.Actor
    package let reason: String
}
