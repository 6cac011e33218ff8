import Testing

@testable import Cryptography

@Suite struct JWSTests {
    /// RFC 7515 appendix A.3, A.2 and RFC 8037 appendix A.4.
    private static let vectors: [(key: String, jws: String)] = [
        (
            """
            {"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",\
            "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}
            """,
            """
            eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFt\
            cGxlLmNvbS9pc19yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djx\
            La8ISlSApmWQxfKTUJqPP3-Kg6NU1Q
            """
        ),
        (
            """
            {"kty":"RSA","e":"AQAB","n":"ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddx\
            HmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47so\
            MZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdV\
            MTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk\
            2PAcDTW9gb54h4FRWyuXpoQ"}
            """,
            """
            eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFt\
            cGxlLmNvbS9pc19yb290Ijp0cnVlfQ.cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9P\
            Jbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4B\
            AynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383L\
            cOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6L\
            bgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw
            """
        ),
        (
            """
            {"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}
            """,
            """
            eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09\
            PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg
            """
        ),
    ]

    private static func verify(_ text: String, with key: PublicKey) throws {
        let jws = try CompactJWS(text, limit: 10_000)
        try jws.verify(with: key, header: try jws.header())
    }

    @Test(arguments: 0..<3)
    func `the examples of the RFCs verify, each with its own key only`(index: Int) throws {
        for (other, vector) in Self.vectors.enumerated() {
            let document = Array("{\"keys\":[\(vector.key)]}".utf8)
            let key = try #require(try JSONWebKeySet(document: document).keys.first).key
            if other == index {
                try Self.verify(Self.vectors[index].jws, with: key)
            } else {
                #expect(throws: JWSError.algorithmMismatch) {
                    try Self.verify(Self.vectors[index].jws, with: key)
                }
            }
        }
    }

    @Test func `signing makes what verifying takes, header fields kept`() throws {
        let key = try PrivateKey.generate(.ed25519)
        let text = try CompactJWS.sign(
            payload: [1, 2, 3], key: key, keyID: "k1", type: "JWT", certificateChain: ["AA=="])
        let jws = try CompactJWS(text, limit: 1000)
        #expect(jws.payload == [1, 2, 3])
        let expected = JWSHeader(
            algorithm: .edDSA, keyID: "k1", type: "JWT", certificateChain: ["AA=="])
        #expect(try jws.header() == expected)
        try jws.verify(with: key.publicKey)
    }

    @Test func `any changed character is refused, the unused bits included`() throws {
        let key = try PrivateKey.generate(.p256)
        let text = Array(try CompactJWS.sign(payload: Array("{\"a\":1}".utf8), key: key).utf8)
        let digits = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n".utf8)
        for at in 0..<text.count {
            for digit in digits where digit != text[at] {
                var changed = text
                changed[at] = digit
                #expect(throws: JWSError.self) {
                    let jws = try CompactJWS(changed, limit: 1000)
                    try jws.verify(with: key.publicKey, header: try jws.header())
                }
            }
        }
    }

    @Test(arguments: [
        "", ".", "..", "a.b", "YQ.YQ", "YQ.YQ.YQ.YQ", "YQ.YQ.YQ.", "YQ..YR", "Y.YQ.YQ",
    ])
    func `what is not three canonical parts is malformed`(text: String) {
        #expect(throws: JWSError.self) {
            let jws = try CompactJWS(text, limit: 1000)
            _ = try jws.header()
        }
    }

    @Test func `a text over the limit is too large, one at the limit is not`() throws {
        let key = try PrivateKey.generate(.ed25519)
        let text = try CompactJWS.sign(payload: [1], key: key)
        _ = try CompactJWS(text, limit: text.utf8.count)
        #expect(throws: JWSError.tooLarge) { try CompactJWS(text, limit: text.utf8.count - 1) }
    }

    @Test(arguments: [
        ("{\"alg\":\"none\"}", JWSError.unknownAlgorithm),
        ("{\"alg\":\"None\"}", .unknownAlgorithm),
        ("{\"alg\":\"HS256\"}", .unknownAlgorithm), ("{\"alg\":\"es256\"}", .unknownAlgorithm),
        ("{\"alg\":\"ES384\"}", .unknownAlgorithm), ("{\"alg\":\"PS256\"}", .unknownAlgorithm),
        ("{\"alg\":\"\"}", .unknownAlgorithm), ("{}", .badHeader("alg is missing")),
        ("{\"alg\":1}", .badHeader("alg is missing")), ("[]", .badHeader("not an object")),
        ("{\"alg\":\"ES256\",\"crit\":[\"exp\"],\"exp\":1}", .badHeader("critical extension")),
        ("{\"alg\":\"ES256\",\"crit\":[]}", .badHeader("critical extension")),
        ("{\"alg\":\"ES256\",\"b64\":false}", .badHeader("critical extension")),
        ("{\"alg\":\"ES256\",\"kid\":1}", .badHeader("kid is not a text")),
        ("{\"alg\":\"ES256\",\"typ\":[]}", .badHeader("typ is not a text")),
        ("{\"alg\":\"ES256\",\"x5c\":\"A\"}", .badHeader("x5c is not an array")),
        ("{\"alg\":\"ES256\",\"x5c\":[1]}", .badHeader("x5c holds no text")),
        ("{\"alg\":\"none\",\"alg\":\"ES256\"}", .badHeader("a member name comes twice")),
    ])
    func `a header that this project doesn't understand is refused`(json: String, error: JWSError) {
        #expect(throws: error) { try JWSHeader(json: Array(json.utf8)) }
    }

    @Test func `a header that names another algorithm than the key's is refused`() throws {
        let keys = [
            try PrivateKey.generate(.p256), try PrivateKey.generate(.ed25519),
            try PrivateKey.generate(.rsa(bits: 2048)),
        ]
        for key in keys {
            for algorithm in JWSAlgorithm.allCases where algorithm != key.publicKey.algorithm {
                let text = try CompactJWS.sign(
                    payload: [1], headerJSON: "{\"alg\":\"\(algorithm.rawValue)\"}", key: key)
                #expect(throws: JWSError.algorithmMismatch) {
                    try Self.verify(text, with: key.publicKey)
                }
            }
        }
    }
}
