package import Cryptography

/// Holds how a stand-in store is to be run.
package struct FakeStoreOptions: Sendable {
    package var app: StoreApp
    package var products: [StoreProduct]
    package var rules = StoreRules()
    package var delivery: DeliveryRules
    /// Where keys and certificates are kept; made if it is missing.
    package var folder: String
    /// A loopback address.
    package var host = "127.0.0.1"
    /// 0 lets the system pick.
    package var port: UInt16 = 0
    /// Where notifications are sent; nil: nowhere.
    package var notifyURL: String?
    /// The developer's public key; nil: a key is made in the folder.
    package var apiKey: PublicKey?
    /// Calls of one route in a second; nil: no limit.
    package var callsPerSecond: Int?
    package var seed: UInt64

    package init(app: StoreApp, products: [StoreProduct], folder: String, seed: UInt64) {
        self.app = app
        self.products = products
        self.folder = folder
        self.seed = seed
        delivery = DeliveryRules(environment: app.environment)
    }
}
