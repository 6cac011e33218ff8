/// Says what a device reports of its store call.
public enum ReportResult: String, WireEnum, Hashable {
    /// The store answered "pending".
    case pending
    /// The store answered success.
    case purchased
    /// The user cancelled.
    case cancelled
    /// The store refused or failed.
    case failed
}
