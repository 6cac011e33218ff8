import Testing

@testable import Cryptography

@Suite struct JSONWebKeySetTests {
    private static let ec = """
        "kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",\
        "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"
        """
    private static let ed = """
        "kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
        """

    private static func set(_ keys: String...) throws -> JSONWebKeySet {
        let document = "{\"keys\":[\(keys.map { "{\($0)}" }.joined(separator: ","))]}"
        return try JSONWebKeySet(document: Array(document.utf8))
    }

    @Test func `keys are found by kid and algorithm, or alone of their algorithm`() throws {
        let set = try Self.set(
            Self.ec + ",\"kid\":\"a\",\"use\":\"sig\",\"alg\":\"ES256\"",
            Self.ed + ",\"kid\":\"b\"")
        #expect(set.keys.count == 2)
        #expect(set.key(for: JWSHeader(algorithm: .es256, keyID: "a")) == set.keys[0].key)
        #expect(set.key(for: JWSHeader(algorithm: .edDSA, keyID: "b")) == set.keys[1].key)
        #expect(set.key(for: JWSHeader(algorithm: .es256)) == set.keys[0].key)
        #expect(set.key(for: JWSHeader(algorithm: .es256, keyID: "b")) == nil)
        #expect(set.key(for: JWSHeader(algorithm: .rs256, keyID: "a")) == nil)
        #expect(set.key(for: JWSHeader(algorithm: .es256, keyID: "c")) == nil)
        let rolling = try Self.set(Self.ec + ",\"kid\":\"a\"", Self.ec + ",\"kid\":\"b\"")
        #expect(rolling.key(for: JWSHeader(algorithm: .es256)) == nil)
    }

    @Test(arguments: [
        "\"kty\":\"oct\",\"k\":\"AAAA\"", ec + ",\"use\":\"enc\"", ec + ",\"key_ops\":[\"sign\"]",
        "\"kty\":\"EC\",\"crv\":\"P-384\",\"x\":\"AA\",\"y\":\"AA\"", "\"kty\":\"new\"",
        "\"kty\":\"OKP\",\"crv\":\"X25519\",\"x\":\"AA\"", "\"x\":1", ec + ",\"alg\":\"ECDH-ES\"",
    ])
    func `keys for other purposes are passed over`(key: String) throws {
        #expect(try Self.set(key, Self.ed).keys.map(\.algorithm) == [.edDSA])
        #expect(throws: JSONWebKeySet.Failure.self) { try Self.set(key) }
    }

    @Test(arguments: [
        ec + ",\"alg\":\"RS256\"", ed + ",\"alg\":\"ES256\"", ec + ",\"kid\":7",
        "\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"AA\",\"y\":\"AA\"",
        "\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"f83O\"",
        "\"kty\":\"RSA\",\"n\":\"AQAB\",\"e\":\"AQAB\"",
        "\"kty\":\"RSA\",\"e\":\"AQAB\"", "\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"AA==\"",
    ])
    func `a verifying key that is broken spoils the document, so that its owner learns of it`(
        key: String
    ) {
        let other = Self.ed + ",\"kid\":\"z\""
        #expect(throws: JSONWebKeySet.Failure.self) { try Self.set(key, other) }
    }

    @Test(arguments: ["", "{}", "[]", "{\"keys\":{}}", "{\"keys\":[]}", "{\"keys\":[1]}"])
    func `a document without keys is refused`(text: String) {
        #expect(throws: JSONWebKeySet.Failure.self) {
            try JSONWebKeySet(document: Array(text.utf8))
        }
    }

    @Test func `two keys under one kid, too many keys and too many bytes are refused`() {
        let key = Self.ec + ",\"kid\":\"a\""
        #expect(throws: JSONWebKeySet.Failure.self) { try Self.set(key, key) }
        let many = (0...64).map { "{\(Self.ec),\"kid\":\"\($0)\"}" }.joined(separator: ",")
        #expect(throws: JSONWebKeySet.Failure.self) {
            try JSONWebKeySet(document: Array("{\"keys\":[\(many)]}".utf8))
        }
        let padding = String(repeating: " ", count: JSONWebKeySet.sizeLimit)
        #expect(throws: JSONWebKeySet.Failure.self) {
            try JSONWebKeySet(document: Array("{\"keys\":[{\(key)}]}\(padding)".utf8))
        }
    }
}
