import AppStoreServer
import Cryptography
import InterlockAPI
import Testing

@Suite("Credentials")
struct CredentialTests {
    @Test("each request carries a token of its own, ES256, with the claims that the store wants")
    func tokens() async throws {
        let script = Script(.json(#"{"signedTransactionInfo":"a.b.c"}"#))
        try await Fixture.open(script.next) { fixture in
            for _ in 0..<2 {
                _ = try await fixture.client.transaction("1", in: .sandbox)
                fixture.clock.advance(by: .milliseconds(1_500))
            }
            let tokens = fixture.store.seen.map { $0.headers["Authorization"] ?? "" }
            #expect(tokens.count == 2 && tokens[0] != tokens[1])
            for (token, offset) in zip(tokens, [Int64(0), 1]) {
                #expect(token.hasPrefix("Bearer "))
                let jws = try CompactJWS(token.dropFirst("Bearer ".count), limit: 4_096)
                let header = try jws.header()
                #expect(header == JWSHeader(algorithm: .es256, keyID: "ILKTEST001", type: "JWT"))
                try jws.verify(with: fixture.key.publicKey, header: header)
                let now = TestClock.start.seconds + offset
                #expect(
                    try JSONReader.read(jws.payload) == [
                        "iss": "0b7d4c9e-51aa-4222-8333-9a6f00c0ffee", "iat": .integer(now),
                        "exp": .integer(now + 300), "aud": "appstoreconnect-v1",
                        "bid": "com.example.app",
                    ])
            }
        }
    }

    @Test("printing credentials shows ids and no key")
    func redaction() throws {
        let key = try PrivateKey.generate(.p256)
        let credentials = try Fixture.credentials(key)
        var dumped = ""
        dump(credentials, to: &dumped)
        let secret = try key.pem().expose().split(separator: "\n")[1]
        for text in ["\(credentials)", String(reflecting: credentials), dumped] {
            #expect(!text.contains(secret))
            #expect(text.contains("ILKTEST001"))
        }
        #expect("\(credentials)".contains("[redacted]"))
    }

    @Test("a missing id, a text that is no key and a key of another sort are refused")
    func refusals() throws {
        let pem = try PrivateKey.generate(.p256).pem().expose()
        let other = try PrivateKey.generate(.ed25519).pem().expose()
        func make(_ issuer: String, _ key: String, _ bundle: String, _ pem: String) throws {
            _ = try StoreCredentials(
                issuerID: issuer, keyID: key, bundleID: bundle, privateKey: pem)
        }
        #expect(throws: StoreCredentials.Failure.badIssuerID) { try make("", "k", "b", pem) }
        #expect(throws: StoreCredentials.Failure.badKeyID) { try make("i", "k\n", "b", pem) }
        #expect(throws: StoreCredentials.Failure.badBundleID) { try make("i", "k", "b c", pem) }
        #expect(throws: StoreCredentials.Failure.badKey("not a P-256 key")) {
            try make("i", "k", "b", other)
        }
        #expect(throws: StoreCredentials.Failure.self) { try make("i", "k", "b", "nonsense") }
    }
}
