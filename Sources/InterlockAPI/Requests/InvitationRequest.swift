/// Invites somebody into a group: the body of `POST /v1/groups/{id}/invitations`.
public struct InvitationRequest: WireRequest {
    /// As what: `adult` or `child`; left out, adult.
    public var role: GroupRole?
    /// For how long, 1 min to 30 days: whole seconds, or an ISO 8601 duration; left out, 7 days.
    public var expiresIn: WireSeconds?

    /// Makes a request.
    public init(role: GroupRole? = nil, expiresIn: WireSeconds? = nil) {
        self.role = role
        self.expiresIn = expiresIn
    }

    enum CodingKeys: String, CodingKey {
        case role
        case expiresIn = "expires_in"
    }

    /// Checks the bounds; names the field.
    public func validate() throws(WireError) {
        if role == .organizer {
            throw WireError(field: "role", "must be one of adult, child")
        }
        if let expiresIn, !(60...2_592_000).contains(expiresIn.seconds) {
            throw WireError(field: "expires_in", "must be from 60 to 2592000 seconds")
        }
    }
}
