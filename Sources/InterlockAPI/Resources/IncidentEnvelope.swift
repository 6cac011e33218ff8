/// Wraps one incident.
public struct IncidentEnvelope: Codable, Hashable, Sendable {
    /// The incident.
    public var incident: Incident

    /// Wraps it.
    public init(incident: Incident) { self.incident = incident }
}
