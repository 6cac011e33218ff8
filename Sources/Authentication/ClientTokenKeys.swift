package import Cryptography

/// Holds the public keys that may sign client tokens of one app: our own, and those of its vendor.
///
/// A `kid` that begins with "interlock-" means one of our own and never one of the vendor's,
/// whatever his document says.
package struct ClientTokenKeys: Sendable, Equatable {
    package static let mintedPrefix = "interlock-"

    private let minted: [String: PublicKey]
    private let vendor: JSONWebKeySet?
    /// Equal for equal keys, so that a reload that changes nothing costs no cached token.
    private let fingerprint: SHA256Digest

    /// - Parameters:
    ///   - minted: public keys of ``ClientSigningKey``s by their key ids; others than `interlock-…`
    ///     are left out.
    ///   - vendor: the vendor's JWK set; nil where it has none.
    package init(minted: [String: PublicKey], vendor: JSONWebKeySet? = nil) {
        self.minted = minted.filter { $0.key.hasPrefix(Self.mintedPrefix) }
        self.vendor = vendor
        var parts: [UInt8] = []
        for (keyID, key) in self.minted.sorted(by: { $0.key < $1.key }) {
            parts += SHA256.digest(keyID).bytes + SHA256.digest(key.der).bytes
        }
        for key in vendor?.keys ?? [] {
            parts += [key.keyID == nil ? 0 : 1] + SHA256.digest(key.keyID ?? "").bytes
            parts += SHA256.digest(key.key.der).bytes
        }
        fingerprint = SHA256.digest(parts)
    }

    package static func == (left: ClientTokenKeys, right: ClientTokenKeys) -> Bool {
        left.fingerprint == right.fingerprint
    }

    /// Returns the key that a header means, its algorithm the header's own.
    func key(for header: JWSHeader) throws(ClientTokenError) -> PublicKey {
        if let keyID = header.keyID, keyID.hasPrefix(Self.mintedPrefix) {
            guard let key = minted[keyID] else { throw .unknownKey }
            if key.algorithm != header.algorithm { throw .wrongAlgorithm }
            return key
        }
        guard let key = vendor?.key(for: header) else {
            let isKnown = vendor?.keys.contains { $0.keyID != nil && $0.keyID == header.keyID }
            throw isKnown == true ? .wrongAlgorithm : .unknownKey
        }
        return key
    }
}
