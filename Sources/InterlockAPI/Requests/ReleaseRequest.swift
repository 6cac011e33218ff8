/// Gives up an intent: the body of `POST /v1/intents/{id}/release` and of its administrative twin.
public struct ReleaseRequest: WireRequest {
    /// Why, for the history and the audit: 1 to 500 characters.
    public var reason: String
    /// How long the claims stay taken after an administrator's release, 0 s to 24 h: whole seconds, or an ISO 8601
    /// duration. An account's own release ignores it.
    public var lockDelay: WireSeconds?

    /// Makes a release.
    public init(reason: String, lockDelay: WireSeconds? = nil) {
        self.reason = reason
        self.lockDelay = lockDelay
    }

    enum CodingKeys: String, CodingKey {
        case reason
        case lockDelay = "lock_delay"
    }

    /// Checks the bounds; names the field.
    public func validate() throws(WireError) {
        try Bounds.checkReason(reason, field: "reason")
        if let lockDelay, !(0...86_400).contains(lockDelay.seconds) {
            throw WireError(field: "lock_delay", "must be from 0 to 86400 seconds")
        }
    }
}
