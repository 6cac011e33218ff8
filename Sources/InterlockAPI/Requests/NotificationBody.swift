/// Holds what the store posts: the body of `POST /v1/notifications/app-store`.
public struct NotificationBody: WireRequest {
    /// The signed notification (JWS); the name is the store's.
    public var signedPayload: String

    /// Makes a body.
    public init(signedPayload: String) { self.signedPayload = signedPayload }

    /// Checks the bounds; names the field.
    public func validate() throws(WireError) {
        if signedPayload.isEmpty { throw WireError(field: "signedPayload", "must not be empty") }
    }
}
