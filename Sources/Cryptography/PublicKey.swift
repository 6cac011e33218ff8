internal import COpenSSL

/// Holds a public key, parsed once and then shared by all threads.
package final class PublicKey: Sendable {
    /// What sort of key it is; the sort alone decides how it verifies.
    package enum Kind: Sendable, Equatable {
        case p256
        case p384
        case rsa(bits: Int)
        case ed25519
        /// A sort that certificates may carry, and that verifies nothing here.
        case other
    }

    /// The smallest RSA modulus that may verify a token (RFC 7518 section 3.3).
    package static let smallestRSABits = 2048
    /// The largest: beyond it a single verification gets slow enough to be used against us.
    package static let largestRSABits = 8192

    package let kind: Kind
    /// The only algorithm that the key verifies; nil where it verifies no JWS at all.
    package let algorithm: JWSAlgorithm?
    /// The DER of its SubjectPublicKeyInfo (RFC 5280 section 4.1.2.7).
    package let der: [UInt8]

    let handle: KeyHandle
    /// Contexts for ``verify(signature:message:)``, ready for another signature.
    let contexts = VerificationContexts()

    init(handle: KeyHandle) throws(OpenSSLError) {
        self.handle = handle
        kind = Self.kind(of: handle.pointer)
        switch kind {
        case .p256: algorithm = .es256
        case .rsa(let bits) where (Self.smallestRSABits...Self.largestRSABits).contains(bits):
            algorithm = .rs256
        case .ed25519: algorithm = .edDSA
        default: algorithm = nil
        }
        var buffer: UnsafeMutablePointer<UInt8>?
        let length = i2d_PUBKEY(handle.pointer, &buffer)
        guard length > 0, let start = buffer else { throw OpenSSLError.take("write public key") }
        der = Array(UnsafeBufferPointer(start: start, count: Int(length)))
        CRYPTO_free(start, #file, Int32(#line))
    }

    /// Reads a SubjectPublicKeyInfo, nothing behind it. A point that is off its curve is refused.
    package convenience init(der: [UInt8]) throws(OpenSSLError) {
        let parsed: OpaquePointer? = der.withUnsafeBufferPointer { bytes in
            var cursor = bytes.baseAddress
            guard let key = d2i_PUBKEY(nil, &cursor, bytes.count) else { return nil }
            if cursor == bytes.baseAddress?.advanced(by: bytes.count) { return key }
            EVP_PKEY_free(key)
            return nil
        }
        guard let parsed else { throw OpenSSLError.take("read public key") }
        try self.init(handle: KeyHandle(owning: parsed))
    }

    /// Takes the coordinates of a P-256 point, 32 bytes each.
    package convenience init(p256X x: [UInt8], y: [UInt8]) throws(OpenSSLError) {
        if x.count != 32 || y.count != 32 {
            throw OpenSSLError(operation: "read P-256 key", reason: "coordinate is not 32 bytes")
        }
        // id-ecPublicKey with the named curve prime256v1 (RFC 5480).
        let name: [UInt8] = [
            0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01,
            0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07,
        ]
        try self.init(der: DER.sequence(name, DER.bitString([0x04] + x + y)))
    }

    /// Takes an RSA modulus and exponent, big-endian.
    package convenience init(rsaModulus n: [UInt8], exponent e: [UInt8]) throws(OpenSSLError) {
        // rsaEncryption with NULL (RFC 3279).
        let name: [UInt8] = [
            0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01,
            0x05, 0x00,
        ]
        let numbers = DER.sequence(DER.unsigned(n), DER.unsigned(e))
        try self.init(der: DER.sequence(name, DER.bitString(numbers)))
    }

    /// Takes the 32 bytes of an Ed25519 key (RFC 8032).
    package convenience init(ed25519 raw: [UInt8]) throws(OpenSSLError) {
        if raw.count != 32 {
            throw OpenSSLError(operation: "read Ed25519 key", reason: "not 32 bytes")
        }
        // id-Ed25519 (RFC 8410).
        let name: [UInt8] = [0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70]
        try self.init(der: DER.sequence(name, DER.bitString(raw)))
    }

    private static func kind(of key: OpaquePointer) -> Kind {
        if EVP_PKEY_is_a(key, "RSA") == 1 { return .rsa(bits: Int(EVP_PKEY_get_bits(key))) }
        if EVP_PKEY_is_a(key, "ED25519") == 1 { return .ed25519 }
        if EVP_PKEY_is_a(key, "EC") == 1 {
            let group = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { name in
                EVP_PKEY_get_group_name(key, name.baseAddress, name.count, nil) == 1
                    ? name.baseAddress.map { String(cString: $0) } : nil
            }
            if group == "prime256v1" { return .p256 }
            if group == "secp384r1" { return .p384 }
            ERR_clear_error()
        }
        return .other
    }
}

extension PublicKey: Equatable {
    package static func == (left: PublicKey, right: PublicKey) -> Bool { left.der == right.der }
}
