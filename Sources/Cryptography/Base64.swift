/// Codes and decodes standard base64 with padding (RFC 4648 section 4), as `x5c` and PEM use it.
///
/// As strict as ``Base64URL``: the padding is there, nothing stray is, unused bits are zero.
package enum Base64 {
    /// Codes bytes as ASCII text.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text = Base64Alphabet.standard.encode(bytes)
        while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes text, or returns nil where it is not canonical.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        if let bytes = text.withContiguousStorageIfAvailable(decode(contiguous:)) { return bytes }
        return Array(text).withUnsafeBufferPointer(decode(contiguous:))
    }

    /// Decodes text, or returns nil where it is not canonical.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        decode(text.utf8)
    }

    private static func decode(contiguous text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        if text.count % 4 != 0 { return nil }
        var length = text.count
        var padding = 0
        while padding < 2, length > 0, text[length - 1] == UInt8(ascii: "=") {
            length -= 1
            padding += 1
        }
        if (4 - length % 4) % 4 != padding { return nil }
        return Base64Alphabet.standard.decode(UnsafeBufferPointer(rebasing: text[..<length]))
    }
}
