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

/// Describes what of an access to change; nil leaves as it is.
package struct StoreAccessChange: Sendable {
    package var issuerID: String?
    package var keyID: String?
    /// PEM.
    package var privateKey: Secret<[UInt8]>?
    /// By environment; where there is none, the store's own counts.
    package var addresses: [String: String]?

    package init() {}

    /// Whether nothing has to be there already.
    package var isWhole: Bool { issuerID != nil && keyID != nil && privateKey != nil }
}
