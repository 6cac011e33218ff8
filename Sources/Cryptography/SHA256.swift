internal import COpenSSL

/// Computes SHA-256 (FIPS 180-4).
package enum SHA256 {
    /// The implementation, looked up once; without it every call would search the providers again.
    // Safe: an EVP_MD is immutable and counted, and this reference is never given back.
    private nonisolated(unsafe) static let implementation: OpaquePointer? =
        EVP_MD_fetch(nil, "SHA256", nil)

    /// Digests the bytes of a buffer.
    package static func digest(_ bytes: UnsafeRawBufferPointer) -> SHA256Digest {
        var storage: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        let done = withUnsafeMutableBytes(of: &storage) { output in
            EVP_Digest(
                bytes.baseAddress, bytes.count,
                output.baseAddress?.assumingMemoryBound(to: UInt8.self), nil,
                implementation ?? EVP_sha256(), nil)
        }
        // Invariant: fails for want of memory or of the algorithm only, whatever the bytes are;
        // going on with a digest of zeros would make unequal things equal.
        precondition(done == 1, "libcrypto has no SHA-256")
        return SHA256Digest(storage: storage)
    }

    /// Digests the bytes of an array.
    package static func digest(_ bytes: [UInt8]) -> SHA256Digest {
        bytes.withUnsafeBytes { digest($0) }
    }

    /// Digests the bytes of a slice.
    package static func digest(_ bytes: ArraySlice<UInt8>) -> SHA256Digest {
        bytes.withUnsafeBytes { digest($0) }
    }

    /// Digests the UTF-8 form of a text.
    package static func digest(_ text: String) -> SHA256Digest {
        digest(Array(text.utf8))
    }
}
