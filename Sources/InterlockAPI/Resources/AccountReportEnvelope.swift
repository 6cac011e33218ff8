/// Wraps an account as an administrator sees it in its name.
public struct AccountReportEnvelope: Codable, Hashable, Sendable {
    /// The account.
    public var account: AccountReport

    /// Wraps an account.
    public init(account: AccountReport) { self.account = account }
}
