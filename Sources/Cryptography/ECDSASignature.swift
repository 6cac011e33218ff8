/// Converts P-256 signatures between the form of JWS, r‖s in 64 bytes (RFC 7518 section 3.4), and
/// the DER of OpenSSL.
enum ECDSASignature {
    static let rawSize = 64

    /// Returns the DER form, or nil unless there are exactly 64 bytes.
    static func der(raw: [UInt8]) -> [UInt8]? {
        if raw.count != rawSize { return nil }
        return DER.sequence(DER.unsigned(raw[..<32]), DER.unsigned(raw[32...]))
    }

    /// Returns the form of JWS, or nil unless the bytes are the DER of two numbers of 32 bytes at
    /// most.
    static func raw(der: [UInt8]) -> [UInt8]? {
        // Two numbers of 33 bytes make 70: every length fits into one byte.
        guard der.count >= 2, der[0] == 0x30, Int(der[1]) == der.count - 2 else { return nil }
        var at = 2
        var raw: [UInt8] = []
        for _ in 0..<2 {
            guard at + 2 <= der.count, der[at] == 0x02, der[at + 1] < 0x80 else { return nil }
            let end = at + 2 + Int(der[at + 1])
            if end > der.count { return nil }
            let digits = der[(at + 2)..<end].drop { $0 == 0 }
            if digits.count > 32 { return nil }
            raw += [UInt8](repeating: 0, count: 32 - digits.count) + digits
            at = end
        }
        return at == der.count ? raw : nil
    }
}
