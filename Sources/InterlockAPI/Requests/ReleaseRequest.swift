/// Gives up an intent: the body of `POST /v1/intents/{id}/release` and of its administrative twin.
public struct ReleaseRequest: WireRequest {
    /// Why, for the history and the audit: 1 to 500 characters.
    public var reason: String
    /// How long its exclusion sets stay closed to everybody after an administrator's release, because the store
    /// may still act on the request: 0 s to 24 h, whole seconds or an ISO 8601 duration. Of an intent that is
    /// released already and still keeps its sets closed, it counts anew from now, and 0 opens them; without it
    /// nothing changes. An account's own release takes none.
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
        try Bounds.checkNote(reason, field: "reason")
        try Self.check(lockDelay)
    }

    /// Checks the bounds of a delay.
    static func check(_ lockDelay: WireSeconds?) throws(WireError) {
        if let lockDelay, !(0...86_400).contains(lockDelay.seconds) {
            throw WireError(field: "lock_delay", "must be from 0 to 86400 seconds")
        }
    }
}
