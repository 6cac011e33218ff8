package import Cryptography

/// Holds an app's own Ed25519 key, with which this service mints client tokens for it.
package struct ClientSigningKey: Sendable {
    /// `interlock-` and a part of the public key's digest.
    package let keyID: String
    package let privateKey: PrivateKey

    /// Makes a new key.
    package static func generate() throws(OpenSSLError) -> ClientSigningKey {
        ClientSigningKey(privateKey: try PrivateKey.generate(.ed25519))
    }

    /// Reads a key that ``pkcs8()`` has written; its id follows from it. A key of another sort is
    /// an error.
    package init(pkcs8 der: [UInt8]) throws(OpenSSLError) {
        let key = try PrivateKey(der: der)
        if key.publicKey.kind != .ed25519 {
            throw OpenSSLError(operation: "read signing key", reason: "not Ed25519")
        }
        self.init(privateKey: key)
    }

    private init(privateKey: PrivateKey) {
        self.privateKey = privateKey
        let digest = SHA256.digest(privateKey.publicKey.der)
        keyID = ClientTokenKeys.mintedPrefix + Base64URL.encode(Array(digest.bytes.prefix(12)))
    }

    /// Writes the key for storage, unencrypted.
    package func pkcs8() throws(OpenSSLError) -> Secret<[UInt8]> { try privateKey.pkcs8() }
}
