internal import COpenSSL

/// Holds a private key that signs; printing it shows nothing.
package final class PrivateKey: Sendable, CustomStringConvertible {
    /// What to generate. RSA is there for tests of vendors' keys; nothing of ours signs with it.
    package enum Kind: Sendable {
        case p256
        case ed25519
        case rsa(bits: Int32)
    }

    package let publicKey: PublicKey
    let handle: KeyHandle

    private init(handle: KeyHandle) throws(OpenSSLError) {
        self.handle = handle
        publicKey = try PublicKey(handle: handle)
    }

    /// Makes a new key from the operating system's randomness.
    package static func generate(_ kind: Kind) throws(OpenSSLError) -> PrivateKey {
        let identifier: Int32
        switch kind {
        case .p256: identifier = EVP_PKEY_EC
        case .ed25519: identifier = EVP_PKEY_ED25519
        case .rsa: identifier = EVP_PKEY_RSA
        }
        let context = EVP_PKEY_CTX_new_id(identifier, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var ready = EVP_PKEY_keygen_init(context)
        switch kind {
        case .p256 where ready == 1:
            ready = EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1)
        case .rsa(let bits) where ready == 1:
            ready = EVP_PKEY_CTX_set_rsa_keygen_bits(context, bits)
        default: break
        }
        var key: OpaquePointer?
        guard ready == 1, EVP_PKEY_keygen(context, &key) == 1, let key else {
            throw OpenSSLError.take("generate key")
        }
        return try PrivateKey(handle: KeyHandle(owning: key))
    }

    /// Reads a key in PKCS #8 (RFC 5208) or in the older forms for EC and RSA, unencrypted, nothing
    /// behind it.
    package convenience init(der: [UInt8]) throws(OpenSSLError) {
        let parsed: OpaquePointer? = der.withUnsafeBufferPointer { bytes in
            var cursor = bytes.baseAddress
            guard let key = d2i_AutoPrivateKey(nil, &cursor, bytes.count) else { return nil }
            if cursor == bytes.baseAddress?.advanced(by: bytes.count) { return key }
            EVP_PKEY_free(key)
            return nil
        }
        guard let parsed else { throw OpenSSLError.take("read private key") }
        // Reading a key tries several forms and may leave the failures of the others behind.
        ERR_clear_error()
        try self.init(handle: KeyHandle(owning: parsed))
    }

    /// Reads the first private key of a PEM text.
    package convenience init(pem: String) throws(OpenSSLError) {
        let block = PEM.blocks(in: pem)?.first { $0.label.hasSuffix("PRIVATE KEY") }
        guard let block else {
            throw OpenSSLError(operation: "read private key", reason: "no PEM private key")
        }
        try self.init(der: block.der)
    }

    /// Returns the key in PKCS #8, unencrypted.
    package func pkcs8() throws(OpenSSLError) -> Secret<[UInt8]> {
        let info = EVP_PKEY2PKCS8(handle.pointer)
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        var buffer: UnsafeMutablePointer<UInt8>?
        let length = i2d_PKCS8_PRIV_KEY_INFO(info, &buffer)
        guard length > 0, let start = buffer else { throw OpenSSLError.take("write private key") }
        defer { CRYPTO_clear_free(start, Int(length), #file, Int32(#line)) }
        return Secret(Array(UnsafeBufferPointer(start: start, count: Int(length))))
    }

    /// Returns the key in PKCS #8 as PEM, unencrypted.
    package func pem() throws(OpenSSLError) -> Secret<String> {
        Secret(PEM.text(label: "PRIVATE KEY", der: try pkcs8().expose()))
    }

    /// Signs a message by the algorithm that belongs to the key; the signature is raw, as JWS has
    /// it.
    package func sign(_ message: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        let digest = publicKey.kind == .ed25519 ? nil : EVP_sha256()
        // No signature of ours is longer than an RSA modulus.
        var signature = [UInt8](repeating: 0, count: PublicKey.largestRSABits / 8)
        var length = signature.count
        let done =
            EVP_DigestSignInit(context, nil, digest, nil, handle.pointer) == 1
            && EVP_DigestSign(context, &signature, &length, message, message.count) == 1
        if !done { throw OpenSSLError.take("sign") }
        signature.removeLast(signature.count - length)
        if publicKey.kind != .p256 { return signature }
        guard let raw = ECDSASignature.raw(der: signature) else {
            throw OpenSSLError(operation: "sign", reason: "unexpected form of signature")
        }
        return raw
    }

    package var description: String { "[private key]" }
}
