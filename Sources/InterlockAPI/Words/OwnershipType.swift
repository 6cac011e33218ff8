/// Says how an account came to a product.
public enum OwnershipType: String, WireEnum, Hashable {
    /// It bought it.
    case purchased
    /// The store's Family Sharing gave it.
    case familyShared = "family_shared"
}
