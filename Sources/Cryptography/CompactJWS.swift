internal import Glibc

/// Takes a compact JWS apart (RFC 7515 section 7.1) and puts one together.
///
/// Nothing in it is verified until ``verify(with:)`` has returned; the payload is there before,
/// because a store's message says by its own date when its certificates must be valid.
package struct CompactJWS: Sendable {
    private let bytes: [UInt8]
    private let firstDot: Int
    private let secondDot: Int
    private let signature: [UInt8]
    /// The decoded payload, unverified.
    package let payload: [UInt8]

    /// Splits a text of `limit` bytes at most into exactly three canonical parts.
    package init(_ bytes: [UInt8], limit: Int) throws(JWSError) {
        if bytes.count > limit { throw .tooLarge }
        guard let firstDot = Self.dot(in: bytes, from: 0),
            let secondDot = Self.dot(in: bytes, from: firstDot + 1)
        else { throw .malformed }
        // A third dot is no base64url, so four parts fail here too.
        guard let signature = Base64URL.decode(bytes[(secondDot + 1)...]),
            let payload = Base64URL.decode(bytes[(firstDot + 1)..<secondDot])
        else { throw .malformed }
        self.bytes = bytes
        self.firstDot = firstDot
        self.secondDot = secondDot
        self.signature = signature
        self.payload = payload
    }

    /// Splits a text of `limit` bytes at most into exactly three canonical parts.
    package init(_ text: some StringProtocol, limit: Int) throws(JWSError) {
        try self.init(Array(text.utf8), limit: limit)
    }

    private static func dot(in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let found = memchr(base + start, Int32(UInt8(ascii: ".")), bytes.count - start)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    /// The first part as it was sent, not decoded: the same text means the same header.
    package var encodedHeader: ArraySlice<UInt8> { bytes[..<firstDot] }

    /// Decodes the header.
    package func header() throws(JWSError) -> JWSHeader {
        guard let json = Base64URL.decode(encodedHeader) else { throw .malformed }
        return try JWSHeader(json: json)
    }

    /// Verifies the signature by the key's own algorithm; throws unless it is good.
    ///
    /// The caller has compared ``JWSHeader/algorithm`` with ``PublicKey/algorithm``, or uses
    /// ``verify(with:header:)``.
    package func verify(with key: PublicKey) throws(JWSError) {
        var failure: OpenSSLError?
        bytes.withUnsafeBytes { bytes in
            let input = UnsafeRawBufferPointer(rebasing: bytes[..<secondDot])
            do throws(OpenSSLError) {
                try key.verify(signature: signature, message: input)
            } catch { failure = error }
        }
        if let failure { throw .badSignature(failure.reason) }
    }

    /// Verifies that the header names the key's own algorithm, and the signature by it.
    package func verify(with key: PublicKey, header: JWSHeader) throws(JWSError) {
        if key.algorithm != header.algorithm { throw .algorithmMismatch }
        try verify(with: key)
    }

    /// Signs a payload, with the algorithm of the key in the header.
    package static func sign(
        payload: [UInt8], key: PrivateKey, keyID: String? = nil, type: String? = nil,
        certificateChain: [String]? = nil
    ) throws(OpenSSLError) -> String {
        guard let algorithm = key.publicKey.algorithm else {
            throw OpenSSLError(operation: "sign", reason: "no algorithm for this key")
        }
        let header = JWSHeader(
            algorithm: algorithm, keyID: keyID, type: type, certificateChain: certificateChain)
        return try sign(payload: payload, headerJSON: header.json.text, key: key)
    }

    /// Signs a payload under a header of the caller's own making, which may be a wrong one (for
    /// tests).
    package static func sign(
        payload: [UInt8], headerJSON: String, key: PrivateKey
    ) throws(OpenSSLError) -> String {
        let input = Base64URL.encode(Array(headerJSON.utf8)) + "." + Base64URL.encode(payload)
        return input + "." + Base64URL.encode(try key.sign(Array(input.utf8)))
    }
}
