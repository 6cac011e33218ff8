/// Says for whom an exclusion set locks and owns.
public enum Audience: String, WireEnum, Hashable {
    /// The whole group (family) of the scope.
    case group
    /// Each account alone.
    case account
}
