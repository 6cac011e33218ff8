/// Says what a pending purchase waits for, as far as the device can know.
public enum PendingReason: String, WireEnum, Hashable {
    /// A parent's approval.
    case askToBuy = "ask_to_buy"
    /// The bank's strong customer authentication.
    case sca
    /// The store did not say.
    case unknown
}
