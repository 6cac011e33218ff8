/// Tells why a compact JWS or a key for one is refused. No case carries text of the message.
package enum JWSError: Error, Sendable, Equatable {
    /// Longer than the caller allows.
    case tooLarge
    /// Not three parts, or a part that is not canonical base64url.
    case malformed
    /// The header is not the JSON object it must be; the reason says where.
    case badHeader(String)
    /// The header names an algorithm that this project doesn't know, `none` and the HMACs among
    /// them.
    case unknownAlgorithm
    /// The header's algorithm isn't the key's.
    case algorithmMismatch
    /// The signature does not verify; OpenSSL's reason, where it gave one.
    case badSignature(String)
}
