/// Holds one public key of a JWK set (RFC 7517) that may verify signatures.
package struct JSONWebKey: Sendable {
    package let keyID: String?
    package let key: PublicKey
    /// The one algorithm of the key, which `alg`, where present, agrees with.
    package let algorithm: JWSAlgorithm

    package init(keyID: String?, key: PublicKey, algorithm: JWSAlgorithm) {
        self.keyID = keyID
        self.key = key
        self.algorithm = algorithm
    }

    /// Reads one member of `keys`; nil for a key that is not for verifying signatures by ES256,
    /// RS256 or EdDSA (RFC 7517 section 5 wants such keys passed over), and an error for one that
    /// claims to be and is broken.
    init?(json: JSONValue) throws(JSONWebKeySet.Failure) {
        guard let members = json.object else { throw .init(reason: "a key is not an object") }
        keyID = members["kid"]?.string
        if members["kid"] != nil, keyID == nil { throw .init(reason: "kid is not a text") }
        if let use = members["use"], use.string != "sig" { return nil }
        if let operations = members["key_ops"], operations.array?.contains("verify") != true {
            return nil
        }
        if members["d"] != nil {
            throw .init(reason: "a private key: give public ones, and replace this one")
        }
        let parsed: PublicKey
        switch (members["kty"]?.string, members["crv"]?.string) {
        case ("EC", "P-256"):
            let (x, y) = (try Self.bytes("x", of: members), try Self.bytes("y", of: members))
            do { parsed = try PublicKey(p256X: x, y: y) } catch { throw .init(error) }
        case ("OKP", "Ed25519"):
            let x = try Self.bytes("x", of: members)
            do { parsed = try PublicKey(ed25519: x) } catch { throw .init(error) }
        case ("RSA", _):
            let (n, e) = (try Self.bytes("n", of: members), try Self.bytes("e", of: members))
            // With an exponent of 1 every text is its own signature; an even one has no inverse.
            guard let last = e.last, last % 2 == 1,
                e.dropLast().contains(where: { $0 != 0 }) || last > 1
            else { throw .init(reason: "an RSA key needs an odd exponent above 1") }
            do { parsed = try PublicKey(rsaModulus: n, exponent: e) } catch { throw .init(error) }
        default: return nil
        }
        guard let algorithm = parsed.algorithm else {
            throw .init(reason: "an RSA key needs 2048 to 8192 bits")
        }
        if let named = members["alg"], named.string != algorithm.rawValue {
            if named.string.flatMap(JWSAlgorithm.init(rawValue:)) == nil { return nil }
            throw .init(reason: "alg does not belong to kty")
        }
        key = parsed
        self.algorithm = algorithm
    }

    private static func bytes(
        _ name: String, of members: [String: JSONValue]
    ) throws(JSONWebKeySet.Failure) -> [UInt8] {
        guard let text = members[name]?.string, let bytes = Base64URL.decode(text) else {
            throw .init(reason: "\(name) is not base64url")
        }
        return bytes
    }
}
