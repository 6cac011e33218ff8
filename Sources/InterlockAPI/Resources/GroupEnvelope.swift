/// Wraps one group.
public struct GroupEnvelope: Codable, Hashable, Sendable {
    /// The group.
    public var group: Group

    /// Wraps it.
    public init(group: Group) { self.group = group }
}
