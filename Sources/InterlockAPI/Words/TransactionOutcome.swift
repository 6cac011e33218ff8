/// Says what became of one uploaded transaction.
public enum TransactionOutcome: String, WireEnum, Hashable {
    /// New, and durable now.
    case recorded
    /// Already there, in this or a newer version.
    case known
    /// Not verifiable; nothing changed.
    case rejected
}
