/// Holds 32 bytes of SHA-256 without a heap allocation; usable as a key.
package struct SHA256Digest: Sendable, Hashable, CustomStringConvertible {
    private let word0: UInt64
    private let word1: UInt64
    private let word2: UInt64
    private let word3: UInt64

    init(storage: (UInt64, UInt64, UInt64, UInt64)) {
        (word0, word1, word2, word3) = storage
    }

    /// Takes exactly 32 bytes, else returns nil.
    package init?(bytes: some Collection<UInt8>) {
        if bytes.count != 32 { return nil }
        var storage: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        withUnsafeMutableBytes(of: &storage) { $0.copyBytes(from: bytes) }
        self.init(storage: storage)
    }

    /// Reads 64 hexadecimal digits, also with a colon between bytes, as tools print fingerprints;
    /// else returns nil.
    package init?(hex: String) {
        let digits = hex.utf8.filter { $0 != UInt8(ascii: ":") }
        if digits.count != 64 { return nil }
        var bytes: [UInt8] = []
        for at in stride(from: 0, to: 64, by: 2) {
            let pair = String(decoding: digits[at..<at + 2], as: UTF8.self)
            if pair.first == "+" || pair.first == "-" { return nil }
            guard let byte = UInt8(pair, radix: 16) else { return nil }
            bytes.append(byte)
        }
        self.init(bytes: bytes)
    }

    package var bytes: [UInt8] {
        withUnsafeBytes(of: (word0, word1, word2, word3)) { Array($0) }
    }

    /// 64 lower-case hexadecimal digits.
    package var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 0x0F)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    package var description: String { hex }
}
