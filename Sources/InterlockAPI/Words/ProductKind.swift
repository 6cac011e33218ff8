/// Names the four kinds of in-app products.
public enum ProductKind: String, WireEnum, Hashable {
    /// A subscription that the store renews.
    case autoRenewable = "auto_renewable"
    /// A subscription that ends by itself.
    case nonRenewing = "non_renewing"
    /// Bought once, owned for ever.
    case nonConsumable = "non_consumable"
    /// Bought and used up; never owned.
    case consumable
}
