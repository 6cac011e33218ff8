package import Cryptography

/// Holds the digest of a key for backends and administrators: `ilk_` and 256 random bits in
/// base64url.
///
/// The text is shown once, when the key is made, and only its SHA-256 is stored. That needs no salt
/// and no slow hash: nobody can guess 256 bits. Finding a digest by index leaks no more than
/// digests do.
package struct AccessKey: Sendable, Hashable {
    package static let prefix = "ilk_"

    /// What is stored and looked up.
    package let digest: SHA256Digest

    /// Reads a key, or returns nil for any other text.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.prefix),
            Base64URL.decode(text.dropFirst(Self.prefix.count))?.count == 32
        else { return nil }
        digest = SHA256.digest(text)
    }

    private init(digest: SHA256Digest) { self.digest = digest }

    /// Makes a key; the text is for its owner only.
    package static func generate() -> (text: Secret<String>, key: AccessKey) {
        let text = prefix + Base64URL.encode(SecureRandom.bytes(32))
        return (Secret(text), AccessKey(digest: SHA256.digest(text)))
    }
}
