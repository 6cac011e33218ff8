/// Says what an entitlement is worth now; cases stand in order of preference, best first.
public enum EntitlementState: String, WireEnum, Hashable {
    /// Paid for and running.
    case active
    /// Renewal failed; the store still grants access.
    case gracePeriod = "grace_period"
    /// Renewal failed; the store keeps trying, without access.
    case billingRetry = "billing_retry"
    /// Over.
    case expired
    /// Refunded, or no longer shared.
    case revoked

    /// Tells whether the account may use the product.
    public var isEntitled: Bool { self == .active || self == .gracePeriod }
}
