/// Percent-encodes and -decodes (RFC 3986 §2.1).
public enum PercentCoding {
    /// Encodes all but the unreserved characters.
    public static func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                bytes.append(byte)
            default:
                bytes.append(UInt8(ascii: "%"))
                bytes.append(contentsOf: digit(byte >> 4))
                bytes.append(contentsOf: digit(byte & 15))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Decodes; nil for a stray `%`, for bytes that are no UTF-8, and for U+0000.
    ///
    /// - Parameter plusIsSpace: reads `+` as a space, as in a query.
    public static func decode(
        _ text: some StringProtocol, plusIsSpace: Bool = false
    ) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.popFirst().flatMap(WireText.hexValue),
                    let low = rest.popFirst().flatMap(WireText.hexValue)
                else { return nil }
                bytes.append(high << 4 | low)
            } else {
                bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return WireText.isIllFormed(bytes) ? nil : String(decoding: bytes, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> CollectionOfOne<UInt8> {
        CollectionOfOne(value < 10 ? 48 + value : 55 + value)
    }
}
