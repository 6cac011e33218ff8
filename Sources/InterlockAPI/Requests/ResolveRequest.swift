/// Resolves an incident: the body of `POST /v1/admin/incidents/{id}/resolve`.
public struct ResolveRequest: WireRequest {
    /// Why, for the audit: 1 to 500 characters.
    public var reason: String

    /// Makes it.
    public init(reason: String) { self.reason = reason }

    /// Checks the bounds; names the field.
    public func validate() throws(WireError) {
        try Bounds.checkNote(reason, field: "reason")
    }
}
