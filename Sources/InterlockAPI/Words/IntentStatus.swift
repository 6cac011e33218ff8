/// Says where an intent is in its life.
public enum IntentStatus: String, WireEnum, Hashable {
    /// Granted; the device is about to call the store.
    case reserved
    /// The store waits for somebody: a parent, a bank.
    case pending
    /// The device saw success but holds no usable signed transaction yet.
    case confirming
    /// A verified transaction settled it.
    case completed
    /// The device says that the user gave up. Advice: a verified transaction still completes it.
    case cancelled
    /// The device says that the store refused. Advice, as above.
    case failed
    /// Its deadline passed.
    case expired
    /// An administrator, or the account itself, gave it up.
    case released

    /// Tells whether an intent in this status may hold claims (its deadline permitting).
    public var isOpen: Bool {
        switch self {
        case .reserved, .pending, .confirming: true
        case .completed, .cancelled, .failed, .expired, .released: false
        }
    }
}
