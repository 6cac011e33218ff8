internal import COpenSSL

extension PublicKey {
    /// Verifies a JWS signature by the one algorithm that belongs to the key; throws unless it is
    /// good.
    ///
    /// - Parameters:
    ///   - signature: raw, as JWS has it: r‖s for ES256.
    ///   - message: what was signed.
    package func verify(
        signature: [UInt8], message: UnsafeRawBufferPointer
    ) throws(OpenSSLError) {
        switch algorithm {
        case .es256: try verifyECDSA(signature: signature, message: message)
        case .rs256: try verifyWhole(signature: signature, message: message, digest: EVP_sha256())
        case .edDSA: try verifyWhole(signature: signature, message: message, digest: nil)
        case nil:
            throw OpenSSLError(operation: "verify signature", reason: "no algorithm for this key")
        }
    }

    private func verifyECDSA(
        signature: [UInt8], message: UnsafeRawBufferPointer
    ) throws(OpenSSLError) {
        guard let der = ECDSASignature.der(raw: signature) else {
            throw OpenSSLError(operation: "verify signature", reason: "not 64 bytes")
        }
        let digest = SHA256.digest(message)
        let context = try contexts.take(for: handle)
        let verdict = withUnsafeBytes(of: digest) { digest in
            EVP_PKEY_verify(
                context.pointer, der, der.count,
                digest.baseAddress?.assumingMemoryBound(to: UInt8.self), digest.count)
        }
        if verdict != 1 { throw OpenSSLError.take("verify signature") }
        contexts.give(back: context)
    }

    private func verifyWhole(
        signature: [UInt8], message: UnsafeRawBufferPointer, digest: OpaquePointer?
    ) throws(OpenSSLError) {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        let start = message.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let verdict =
            EVP_DigestVerifyInit(context, nil, digest, nil, handle.pointer) == 1
            ? EVP_DigestVerify(context, signature, signature.count, start, message.count) : -1
        if verdict != 1 { throw OpenSSLError.take("verify signature") }
    }
}
