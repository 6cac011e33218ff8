/// Codes and decodes base64url without padding (RFC 4648 section 5, RFC 7515 section 2).
///
/// Exactly one text stands for some bytes: no padding, no white space, unused bits zero. Whoever
/// changes a character changes the bytes, or makes the text invalid.
package enum Base64URL {
    /// Codes bytes as ASCII text.
    package static func encode(_ bytes: [UInt8]) -> String {
        String(decoding: Base64Alphabet.urlSafe.encode(bytes), as: UTF8.self)
    }

    /// Decodes text, or returns nil where it is not canonical.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        if let bytes = text.withContiguousStorageIfAvailable(Base64Alphabet.urlSafe.decode) {
            return bytes
        }
        return Array(text).withUnsafeBufferPointer(Base64Alphabet.urlSafe.decode)
    }

    /// Decodes text, or returns nil where it is not canonical.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        decode(text.utf8)
    }
}
