/// Writes the few DER elements (X.690) that keys, signatures and certificates are put together
/// from.
enum DER {
    static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        var bytes = [tag]
        if content.count < 0x80 {
            bytes.append(UInt8(content.count))
        } else {
            var length: [UInt8] = []
            var rest = content.count
            while rest > 0 {
                length.insert(UInt8(rest & 0xFF), at: 0)
                rest >>= 8
            }
            bytes.append(0x80 | UInt8(length.count))
            bytes += length
        }
        return bytes + content
    }

    static func sequence(_ elements: [UInt8]...) -> [UInt8] {
        element(0x30, Array(elements.joined()))
    }

    static func bitString(_ content: [UInt8]) -> [UInt8] { element(0x03, [0] + content) }

    /// Writes a whole number that isn't negative, from its big-endian bytes.
    static func unsigned(_ magnitude: some Collection<UInt8>) -> [UInt8] {
        var digits = Array(magnitude.drop { $0 == 0 })
        if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
        return element(0x02, digits)
    }

    static let null: [UInt8] = [0x05, 0x00]
}
