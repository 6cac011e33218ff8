/// Makes two accounts of one person one: the body of `POST /v1/accounts/{id}/merge`. The account in the path goes over
/// into the other and is gone.
public struct MergeRequest: WireRequest {
    /// The account that stays: 1 to 128 bytes.
    public var into: String

    /// Makes a request.
    public init(into: String) { self.into = into }

    /// Checks the bounds; names the field.
    public func validate() throws(WireError) { try Bounds.checkAccount(into, field: "into") }
}
