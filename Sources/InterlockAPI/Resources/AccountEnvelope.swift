/// Wraps one account in its name.
public struct AccountEnvelope: Codable, Hashable, Sendable {
    /// The account.
    public var account: Account

    /// Wraps an account.
    public init(account: Account) { self.account = account }
}
