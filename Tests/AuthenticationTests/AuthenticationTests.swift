// AuthenticationTests: each promise of Authentication, on tokens and keys made here.
import Authentication
import Cryptography
import InterlockAPI

/// The present of these tests: 2023-11-14T22:13:20Z.
let testTime = Timestamp(seconds: 1_700_000_000)

/// A vendor with one key of each sort, under the kids "es", "rs" and "ed".
struct Vendor: Sendable {
    let ec: PrivateKey
    let rsa: PrivateKey
    let ed: PrivateKey

    init() throws {
        ec = try PrivateKey.generate(.p256)
        rsa = try PrivateKey.generate(.rsa(bits: 2048))
        ed = try PrivateKey.generate(.ed25519)
    }

    /// Its JWK set, the numbers cut out of the DER of its keys.
    var document: String {
        let point = ec.publicKey.der.suffix(64)
        let (x, y) = (
            Base64URL.encode(Array(point.prefix(32))), Base64URL.encode(Array(point.suffix(32)))
        )
        // A 2048-bit modulus, behind two headers and a zero; then 02 03 and the usual exponent.
        let n = Base64URL.encode(Array(rsa.publicKey.der.dropLast(5).suffix(256)))
        let raw = Base64URL.encode(Array(ed.publicKey.der.suffix(32)))
        return """
            {"keys":[{"kty":"EC","crv":"P-256","kid":"es","use":"sig","x":"\(x)","y":"\(y)"},
            {"kty":"RSA","kid":"rs","alg":"RS256","n":"\(n)","e":"AQAB"},
            {"kty":"OKP","crv":"Ed25519","kid":"ed","x":"\(raw)"}]}
            """
    }

    var keySet: JSONWebKeySet {
        get throws { try JSONWebKeySet(document: Array(document.utf8)) }
    }

    /// Signs claims under a header of the caller's own making.
    func sign(_ claims: JSONValue, header: JSONValue, key: PrivateKey) throws -> String {
        try CompactJWS.sign(payload: Array(claims.text.utf8), headerJSON: header.text, key: key)
    }
}

/// Returns claims that are right unless changed; nil takes one out.
func claims(_ changes: [String: JSONValue?] = [:]) -> JSONValue {
    var members: [String: JSONValue] = [
        "sub": "alice", "device_id": "phone", "aud": "app-1",
        "iat": .integer(testTime.seconds), "exp": .integer(testTime.seconds + 600),
    ]
    for (name, value) in changes { members[name] = value }
    return .object(members)
}
