/// Says what a new reserve of a product would answer: the first of these that holds.
public enum ProductStatus: String, WireEnum, Hashable {
    /// The product itself is owned, and may not be bought again.
    case owned
    /// Another product that is owned rules it out.
    case blocked
    /// An open intent rules it out for now.
    case locked
    /// A reserve would be granted.
    case available
}
