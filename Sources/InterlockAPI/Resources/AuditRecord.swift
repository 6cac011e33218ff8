/// Tells one thing that somebody did with the rights of an administrator, as the audit keeps it.
public struct AuditRecord: Codable, Hashable, Sendable {
    /// Its place in the app's chain, counted from 1 without gaps.
    public var place: Int64
    /// When it was done; never before the record at the place before.
    public var at: Timestamp
    /// Who did it, an object: `kind` (`administrator` for a key, `command_line` for a user of the machine) and
    /// `label`; for a key its `key_id`.
    public var actor: WireValue
    /// What was done, such as `intent.release`.
    public var act: String
    /// What it was done to, an object. A member whose name ends in `_subject` is the random id of an account.
    public var subject: WireValue
    /// Why; empty where the act asks for no reason.
    public var reason: String
    /// What the act changed, as it was, an object.
    public var before: WireValue
    /// What the act changed, as it is since then, an object.
    public var after: WireValue
    /// SHA-256 of the record and of the hash at the place before it, as hexadecimal digits.
    public var hash: String
    /// Which accounts the subjects are, by subject id. Who was forgotten is not in it any more.
    public var accounts: [String: String]

    /// Makes it from its parts.
    public init(
        place: Int64, at: Timestamp, actor: WireValue, act: String, subject: WireValue,
        reason: String, before: WireValue, after: WireValue, hash: String,
        accounts: [String: String]
    ) {
        self.place = place
        self.at = at
        self.actor = actor
        self.act = act
        self.subject = subject
        self.reason = reason
        self.before = before
        self.after = after
        self.hash = hash
        self.accounts = accounts
    }
}
