internal import COpenSSL

/// Compares secrets in a time that depends on their lengths only.
package enum ConstantTime {
    /// Tells whether both are equal. Lengths are not secret: different ones answer at once.
    package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        if left.count != right.count { return false }
        return left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in
                CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
            }
        }
    }

    /// Tells whether both digests are equal.
    package static func equal(_ left: SHA256Digest, _ right: SHA256Digest) -> Bool {
        equal(left.bytes, right.bytes)
    }
}
