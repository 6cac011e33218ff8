package import Cryptography

/// Says how the service asks the store about an app.
package struct StoreAccess: Sendable {
    package let issuerID: String
    package let keyID: String
    /// The private key as the store gives it out, PEM.
    package let privateKey: Secret<[UInt8]>
    /// Addresses that stand in for the store's own, by environment.
    package let addresses: [String: String]

    package init(
        issuerID: String, keyID: String, privateKey: Secret<[UInt8]>,
        addresses: [String: String] = [:]
    ) {
        self.issuerID = issuerID
        self.keyID = keyID
        self.privateKey = privateKey
        self.addresses = addresses
    }
}
