/// Puts a member into a group, or changes its role: the body of `PUT /v1/groups/{id}/members/{account}`.
public struct MemberRequest: WireRequest {
    /// As what. An organizer that names another member `organizer` hands the role over and becomes an adult.
    public var role: GroupRole

    /// Makes a request.
    public init(role: GroupRole) { self.role = role }

    /// Has no bounds to check.
    public func validate() throws(WireError) {}
}
