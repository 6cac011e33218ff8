import Cryptography
import InterlockAPI
import Testing

@testable import Authentication

@Suite struct ClientTokenTests {
    private static let vendor = Result { try Vendor() }

    private static func verifier(
        minted: [String: PublicKey] = [:], appID: String = "app-1"
    ) throws -> ClientTokenVerifier {
        let keys = ClientTokenKeys(minted: minted, vendor: try vendor.get().keySet)
        return ClientTokenVerifier(appID: appID, keys: keys)
    }

    /// Returns the code of the error, or "valid".
    private static func code(
        _ token: String, verifier: ClientTokenVerifier? = nil, now: Timestamp = testTime
    ) throws -> String {
        let verifier = try verifier ?? self.verifier()
        do throws(ClientTokenError) {
            _ = try verifier.verify(token, now: now)
            return "valid"
        } catch { return error.code }
    }

    private static func signed(
        _ claims: JSONValue, header: JSONValue = ["alg": "ES256", "kid": "es"]
    ) throws -> String {
        let vendor = try vendor.get()
        return try vendor.sign(claims, header: header, key: vendor.ec)
    }

    @Test(arguments: [("ES256", "es"), ("RS256", "rs"), ("EdDSA", "ed")])
    func `a vendor's token by each of the three algorithms says who asks`(
        algorithm: String, keyID: String
    ) throws {
        let vendor = try Self.vendor.get()
        let key = keyID == "es" ? vendor.ec : keyID == "rs" ? vendor.rsa : vendor.ed
        for header: JSONValue in [
            ["alg": .string(algorithm), "kid": .string(keyID), "typ": "JWT"],
            ["alg": .string(algorithm), "typ": "at+jwt"], ["alg": .string(algorithm)],
        ] {
            let token = try vendor.sign(claims(), header: header, key: key)
            let identity = try Self.verifier().verify(token, now: testTime)
            let expected = ClientIdentity(
                appID: "app-1", accountID: "alice", deviceID: "phone",
                expiresAt: testTime.adding(seconds: 600))
            #expect(identity == expected)
        }
    }

    static let claimTable: [(String, [String: JSONValue?], String)] = [
        ("no sub", ["sub": .some(nil)], "bad_claim"),
        ("sub taken out", ["sub": Optional<JSONValue>.none], "bad_claim"),
        ("empty sub", ["sub": ""], "bad_claim"),
        ("numeric sub", ["sub": 7], "bad_claim"),
        ("sub of 128 bytes", ["sub": .string(String(repeating: "é", count: 64))], "valid"),
        ("sub of 129 bytes", ["sub": .string(String(repeating: "x", count: 129))], "bad_claim"),
        (
            "sub of 65 letters, 130 bytes", ["sub": .string(String(repeating: "é", count: 65))],
            "bad_claim"
        ),
        ("no device", ["device_id": Optional<JSONValue>.none], "bad_claim"),
        ("empty device", ["device_id": ""], "bad_claim"),
        ("long device", ["device_id": .string(String(repeating: "x", count: 129))], "bad_claim"),
        ("device array", ["device_id": ["phone"]], "bad_claim"),
        ("no aud", ["aud": Optional<JSONValue>.none], "bad_claim"),
        ("other aud", ["aud": "app-2"], "wrong_audience"),
        ("aud in other case", ["aud": "APP-1"], "wrong_audience"),
        ("aud among others", ["aud": ["x", "app-1"]], "valid"),
        ("aud array without it", ["aud": ["x", "y"]], "wrong_audience"),
        ("empty aud array", ["aud": []], "wrong_audience"),
        ("mixed aud array", ["aud": ["app-1", 1]], "bad_claim"),
        ("numeric aud", ["aud": 1], "bad_claim"),
        ("huge aud array", ["aud": .array((0..<17).map { _ in "app-1" })], "bad_claim"),
        ("no exp", ["exp": Optional<JSONValue>.none], "bad_claim"),
        ("exp as text", ["exp": "1800000000"], "bad_claim"),
        ("exp null", ["exp": .some(.null)], "bad_claim"),
        ("exp now", ["exp": .integer(testTime.seconds)], "expired"),
        ("exp past", ["exp": .integer(testTime.seconds - 1)], "expired"),
        ("exp in a second", ["exp": .integer(testTime.seconds + 1)], "valid"),
        ("exp with a fraction", ["exp": .number(Double(testTime.seconds) + 0.5)], "valid"),
        ("exp in milliseconds", ["exp": .integer(testTime.seconds * 1_000_000)], "bad_claim"),
        ("exp beyond numbers", ["exp": .integer(.max)], "bad_claim"),
        ("exp negative", ["exp": -1], "bad_claim"),
        ("nbf in 60 s", ["nbf": .integer(testTime.seconds + 60)], "valid"),
        ("nbf in 61 s", ["nbf": .integer(testTime.seconds + 61)], "not_yet_valid"),
        ("nbf as text", ["nbf": "0"], "bad_claim"),
        ("iat in 60 s", ["iat": .integer(testTime.seconds + 60)], "valid"),
        ("iat in 61 s", ["iat": .integer(testTime.seconds + 61)], "not_yet_valid"),
        ("iat long ago", ["iat": 1], "valid"),
        ("no iat", ["iat": Optional<JSONValue>.none], "valid"),
        ("more claims", ["role": "admin", "nested": ["a": [1]]], "valid"),
    ]

    @Test(arguments: claimTable)
    func `claims are required and bounded`(
        name: String, changes: [String: JSONValue?], code: String
    ) throws {
        #expect(try Self.code(try Self.signed(claims(changes))) == code, "\(name)")
    }

    @Test func `a token of another app is refused, its signature being good`() throws {
        let token = try Self.signed(claims(["aud": "app-1"]))
        #expect(try Self.code(token, verifier: Self.verifier(appID: "app-2")) == "wrong_audience")
    }

    @Test(arguments: ["none", "None", "NONE", "HS256", "HS384", "ES384", "PS256", "es256", ""])
    func `algorithms outside of the list have no way in`(name: String) throws {
        let header: JSONValue = ["alg": .string(name), "kid": "es"]
        let token = try Self.signed(claims(), header: header)
        #expect(try Self.code(token) == "wrong_algorithm")
        let unsigned = token.split(separator: ".").prefix(2).joined(separator: ".") + "."
        #expect(try Self.code(unsigned) == "wrong_algorithm")
    }

    @Test func `an HMAC keyed with a public key is refused, in any form of that key`() throws {
        let vendor = try Self.vendor.get()
        for (key, keyID) in [(vendor.ec, "es"), (vendor.rsa, "rs"), (vendor.ed, "ed")] {
            let der = key.publicKey.der
            let pem = Array(PEM.text(label: "PUBLIC KEY", der: der).utf8)
            for secret in [der, pem, Array(vendor.document.utf8), Array(der.suffix(32))] {
                for algorithm in ["HS256", "ES256", "RS256", "EdDSA"] {
                    let header: JSONValue = ["alg": .string(algorithm), "kid": .string(keyID)]
                    let input =
                        Base64URL.encode(Array(header.text.utf8)) + "."
                        + Base64URL.encode(Array(claims().text.utf8))
                    let signature = hmac(Array(input.utf8), secret: secret)
                    let code = try Self.code(input + "." + Base64URL.encode(signature))
                    #expect(["wrong_algorithm", "bad_signature"].contains(code))
                    #expect(
                        (code == "wrong_algorithm")
                            == (algorithm != ["es": "ES256", "rs": "RS256", "ed": "EdDSA"][keyID]))
                }
            }
        }
    }

    @Test func `a key is chosen by kid and algorithm, and never by what the header brings along`()
        throws
    {
        let vendor = try Self.vendor.get()
        let stranger = try PrivateKey.generate(.p256)
        let own = try PrivateKey.generate(.ed25519)
        let headers: [(JSONValue, PrivateKey, String)] = [
            (["alg": "ES256", "kid": "rs"], vendor.ec, "wrong_algorithm"),
            (["alg": "RS256", "kid": "es"], vendor.rsa, "wrong_algorithm"),
            (["alg": "EdDSA", "kid": "es"], vendor.ed, "wrong_algorithm"),
            (["alg": "ES256", "kid": "other"], vendor.ec, "unknown_key"),
            (["alg": "ES256", "kid": ""], vendor.ec, "unknown_key"),
            (["alg": "ES256", "kid": "es"], stranger, "bad_signature"),
            (["alg": "ES256"], stranger, "bad_signature"),
            (["alg": "ES256", "kid": "es", "jwk": ["kty": "EC"]], stranger, "bad_signature"),
            (["alg": "ES256", "kid": "es", "jku": "https://x"], stranger, "bad_signature"),
            (["alg": "EdDSA", "kid": "interlock-x"], own, "unknown_key"),
            (["alg": "EdDSA", "kid": "interlock-x"], vendor.ed, "unknown_key"),
            (["alg": "ES256", "kid": "es", "crit": ["exp"]], vendor.ec, "malformed"),
            (["alg": "ES256", "kid": "es", "typ": "logout+jwt"], vendor.ec, "malformed"),
            (["alg": "ES256", "kid": 1], vendor.ec, "malformed"),
        ]
        for (index, (header, key, code)) in headers.enumerated() {
            let token = try vendor.sign(claims(), header: header, key: key)
            #expect(try Self.code(token) == code, "header \(index)")
        }
    }

    @Test func `a vendor's key can't pose as one of our own`() throws {
        let vendor = try Self.vendor.get()
        let text = vendor.document.split(separator: "\"es\"").joined(separator: "\"interlock-es\"")
        let keys = ClientTokenKeys(
            minted: ["es": vendor.ec.publicKey],
            vendor: try JSONWebKeySet(document: Array(text.utf8)))
        let verifier = ClientTokenVerifier(appID: "app-1", keys: keys)
        for keyID in ["interlock-es", "es"] {
            let header: JSONValue = ["alg": "ES256", "kid": .string(keyID)]
            #expect(
                try Self.code(try Self.signed(claims(), header: header), verifier: verifier)
                    == "unknown_key")
        }
    }

    @Test func `any changed character is refused`() throws {
        let text = Array(try Self.signed(claims()).utf8)
        let verifier = try Self.verifier()
        let digits = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=".utf8)
        let seed = UInt64.random(in: .min ... .max)
        print("tampering with a token: seed \(seed)")
        var state = seed
        for at in text.indices {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let digit = digits[Int(state >> 33) % digits.count]
            if digit == text[at] { continue }
            var changed = text
            changed[at] = digit
            let token = String(decoding: changed, as: UTF8.self)
            #expect(try Self.code(token, verifier: verifier) != "valid", "character \(at)")
        }
    }

    @Test(arguments: ["", "a", "a.b.c", "..", "e30.e30.e30", "ilk_abc", "{}"])
    func `what is no token is malformed`(text: String) throws {
        #expect(try Self.code(text) == "malformed")
    }

    @Test func `claims that are no object, or say one thing twice, are malformed`() throws {
        let vendor = try Self.vendor.get()
        for payload in ["[]", "1", "{", "{\"aud\":\"app-1\",\"aud\":\"app-2\"}", "\u{0}"] {
            let token = try CompactJWS.sign(
                payload: Array(payload.utf8), headerJSON: "{\"alg\":\"ES256\",\"kid\":\"es\"}",
                key: vendor.ec)
            #expect(try Self.code(token) == "malformed")
        }
    }

    @Test func `a token over 8 KiB is too large`() throws {
        let token = try Self.signed(claims(["pad": .string(String(repeating: "x", count: 8192))]))
        #expect(try Self.code(token) == "too_large")
    }

    @Test func `an error never holds a part of the token`() throws {
        let secret = "very-secret-account"
        for changes: [String: JSONValue?] in [
            ["sub": .string(secret), "exp": 1], ["sub": .string(secret), "device_id": ""],
            ["sub": .string(secret), "aud": .string(secret)],
        ] {
            let token = try Self.signed(claims(changes))
            let error = #expect(throws: ClientTokenError.self) {
                try Self.verifier().verify(token, now: testTime)
            }
            #expect(!String(reflecting: error).contains(secret))
        }
    }
}

/// HMAC-SHA-256 (RFC 2104), which only an attacker needs here.
private func hmac(_ message: [UInt8], secret: [UInt8]) -> [UInt8] {
    var key = secret.count > 64 ? SHA256.digest(secret).bytes : secret
    key += [UInt8](repeating: 0, count: 64 - key.count)
    let inner = SHA256.digest(key.map { $0 ^ 0x36 } + message).bytes
    return SHA256.digest(key.map { $0 ^ 0x5C } + inner).bytes
}
