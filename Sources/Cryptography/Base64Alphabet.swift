/// Codes and decodes 6-bit digits for both base64 alphabets, strictly: RFC 4648 sections 4 and 5,
/// canonical form only.
struct Base64Alphabet: Sendable {
    private let digits: [UInt8]
    /// The value of each byte; 0xFF where it is no digit.
    private let values: [UInt8]

    static let standard = Base64Alphabet(lastDigits: "+/")
    static let urlSafe = Base64Alphabet(lastDigits: "-_")

    private init(lastDigits: String) {
        digits = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\(lastDigits)".utf8)
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        self.values = values
    }

    /// Decodes digits without padding; nil for a stray byte, an impossible length, or an unused bit
    /// that is set.
    func decode(_ input: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let tail = input.count % 4
        if tail == 1 { return nil }
        let whole = input.count - tail
        var valid = true
        let bytes = [UInt8](unsafeUninitializedCapacity: input.count / 4 * 3 + 2) { output, count in
            values.withUnsafeBufferPointer { values in
                var seen: UInt8 = 0
                var at = 0
                while at < whole {
                    let a = values[Int(input[at])]
                    let b = values[Int(input[at + 1])]
                    let c = values[Int(input[at + 2])]
                    let d = values[Int(input[at + 3])]
                    seen |= a | b | c | d
                    output[count] = a &<< 2 | b &>> 4
                    output[count + 1] = b &<< 4 | c &>> 2
                    output[count + 2] = c &<< 6 | d
                    count += 3
                    at += 4
                }
                if tail >= 2 {
                    let a = values[Int(input[at])]
                    let b = values[Int(input[at + 1])]
                    let c = tail == 3 ? values[Int(input[at + 2])] : 0
                    seen |= a | b | c
                    output[count] = a &<< 2 | b &>> 4
                    count += 1
                    if tail == 3 {
                        output[count] = b &<< 4 | c &>> 2
                        count += 1
                    }
                    if (tail == 2 ? b & 0x0F : c & 0x03) != 0 { valid = false }
                }
                if seen & 0xC0 != 0 { valid = false }
            }
        }
        return valid ? bytes : nil
    }

    /// Codes bytes without padding.
    func encode(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity((bytes.count * 4 + 2) / 3 + 2)
        var at = 0
        while at + 2 < bytes.count {
            let (a, b, c) = (bytes[at], bytes[at + 1], bytes[at + 2])
            output.append(digits[Int(a &>> 2)])
            output.append(digits[Int((a & 0x03) &<< 4 | b &>> 4)])
            output.append(digits[Int((b & 0x0F) &<< 2 | c &>> 6)])
            output.append(digits[Int(c & 0x3F)])
            at += 3
        }
        if at < bytes.count {
            let a = bytes[at]
            let b = at + 1 < bytes.count ? bytes[at + 1] : 0
            output.append(digits[Int(a &>> 2)])
            output.append(digits[Int((a & 0x03) &<< 4 | b &>> 4)])
            if at + 1 < bytes.count { output.append(digits[Int((b & 0x0F) &<< 2)]) }
        }
        return output
    }
}
