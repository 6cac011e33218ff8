/// Knows what UTF-8 and hexadecimal digits are.
enum WireText {
    /// Tells whether bytes are no UTF-8 or have a NUL.
    static func isIllFormed(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            var at = 0
            while at < bytes.count {
                if bytes[at] == 0 { return true }
                if bytes[at] < 0x80 {
                    at += 1
                } else {
                    guard let length = multibyteLength(bytes, at) else { return true }
                    at += length
                }
            }
            return false
        }
    }

    /// Measures the well-formed multi-byte sequence at `at` (Unicode 16, table 3-7); nil if it is ill-formed.
    static func multibyteLength(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int? {
        let length: Int
        let second: ClosedRange<UInt8>
        switch bytes[at] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard at + length <= bytes.count, second.contains(bytes[at + 1]) else { return nil }
        for place in at + 2..<at + length where bytes[place] & 0xC0 != 0x80 { return nil }
        return length
    }

    /// Reads one hexadecimal digit of either case.
    static func hexValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 48...57: digit - 48
        case 65...70: digit - 55
        case 97...102: digit - 87
        default: nil
        }
    }
}
