/// Names a store environment in the store's own spelling; nothing crosses environments.
public enum StoreEnvironment: String, WireEnum, Hashable {
    /// Real purchases.
    case production = "Production"
    /// Apple's test store.
    case sandbox = "Sandbox"
}
