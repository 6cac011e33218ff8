/// Says what one lock domain covers.
public enum ScopeKind: String, WireEnum, Hashable {
    /// One account that is in no group.
    case account
    /// All accounts of a group.
    case group
}
