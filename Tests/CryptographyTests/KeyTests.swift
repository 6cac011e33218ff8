import Testing

@testable import Cryptography

@Suite struct KeyTests {
    private static let message = Array("what is signed".utf8)

    private static func verify(
        _ signature: [UInt8], of message: [UInt8], by key: PublicKey
    ) throws {
        try message.withUnsafeBytes { try key.verify(signature: signature, message: $0) }
    }

    @Test(arguments: [
        (PrivateKey.Kind.p256, JWSAlgorithm.es256, 64), (.ed25519, .edDSA, 64),
        (.rsa(bits: 2048), .rs256, 256),
    ])
    func `a key signs by its own algorithm and its public half verifies`(
        kind: PrivateKey.Kind, algorithm: JWSAlgorithm, size: Int
    ) throws {
        let key = try PrivateKey.generate(kind)
        #expect(key.publicKey.algorithm == algorithm)
        let signature = try key.sign(Self.message)
        #expect(signature.count == size)
        try Self.verify(signature, of: Self.message, by: key.publicKey)
        let reread = try PublicKey(der: key.publicKey.der)
        #expect(reread == key.publicKey)
        try Self.verify(signature, of: Self.message, by: reread)
        let other = try PrivateKey.generate(kind)
        #expect(throws: OpenSSLError.self) {
            try Self.verify(signature, of: Self.message, by: other.publicKey)
        }
        for bit in stride(from: 0, to: signature.count * 8, by: 7) {
            var changed = signature
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: OpenSSLError.self) {
                try Self.verify(changed, of: Self.message, by: key.publicKey)
            }
        }
        #expect(throws: OpenSSLError.self) {
            try Self.verify(signature, of: Self.message + [0], by: key.publicKey)
        }
        for wrong in [[], signature.dropLast(), signature + [0]] {
            #expect(throws: OpenSSLError.self) {
                try Self.verify(wrong, of: Self.message, by: key.publicKey)
            }
        }
    }

    @Test func `P-256 signatures convert to DER and back, leading zeros too`() throws {
        var random = SeededGenerator(printingFor: "ECDSA conversion")
        for _ in 0..<2000 {
            var raw = (0..<64).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            for at in 0..<Int.random(in: 0..<32, using: &random) { raw[at] = 0 }
            for at in 32..<(32 + Int.random(in: 0..<32, using: &random)) { raw[at] = 0 }
            let der = try #require(ECDSASignature.der(raw: raw))
            #expect(ECDSASignature.raw(der: der) == raw)
        }
        #expect(ECDSASignature.der(raw: [UInt8](repeating: 1, count: 63)) == nil)
        #expect(ECDSASignature.der(raw: [UInt8](repeating: 1, count: 65)) == nil)
    }

    @Test(
        arguments: [
            [], [0x30], [0x30, 0x01], [0x30, 0x03, 0x02, 0x01, 0x01], [0x30, 0x02, 0x02, 0x7F],
            [0x31, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01],
            [0x30, 0x07, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01, 0x00],
            [0x30, 0x25, 0x02, 0x22] + [UInt8](repeating: 1, count: 34) + [0x02, 0x00],
        ] as [[UInt8]])
    func `what is no DER of two 32-byte numbers is not converted`(der: [UInt8]) {
        #expect(ECDSASignature.raw(der: der) == nil)
    }

    @Test func `a signature of zeros is refused`() throws {
        let key = try PrivateKey.generate(.p256)
        #expect(throws: OpenSSLError.self) {
            try Self.verify([UInt8](repeating: 0, count: 64), of: Self.message, by: key.publicKey)
        }
    }

    @Test func `private keys survive DER and PEM, and never print`() throws {
        for kind in [PrivateKey.Kind.p256, .ed25519] {
            let key = try PrivateKey.generate(kind)
            let der = try key.pkcs8().expose()
            #expect(try PrivateKey(der: der).publicKey == key.publicKey)
            let pem = try key.pem().expose()
            #expect(pem.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
            #expect(try PrivateKey(pem: "a comment\n" + pem).publicKey == key.publicKey)
            #expect("\(key)" == "[private key]")
            #expect(throws: OpenSSLError.self) { try PrivateKey(der: der + [0]) }
            #expect(throws: OpenSSLError.self) { try PrivateKey(der: der.dropLast()) }
        }
        #expect(throws: OpenSSLError.self) { try PrivateKey(pem: "no key") }
    }

    @Test func `coordinates off the curve, and of wrong lengths, are refused`() throws {
        let one = [UInt8](repeating: 0, count: 31) + [1]
        #expect(throws: OpenSSLError.self) { try PublicKey(p256X: one, y: one) }
        #expect(throws: OpenSSLError.self) { try PublicKey(p256X: [1], y: one) }
        #expect(throws: OpenSSLError.self) { try PublicKey(ed25519: [1]) }
        #expect(throws: OpenSSLError.self) { try PublicKey(der: [0x30, 0x00]) }
    }

    @Test func `an RSA key of 1024 bits has no algorithm`() throws {
        let key = try PrivateKey.generate(.rsa(bits: 1024))
        #expect(key.publicKey.kind == .rsa(bits: 1024))
        #expect(key.publicKey.algorithm == nil)
        #expect(throws: OpenSSLError.self) {
            try CompactJWS.sign(payload: Self.message, key: key)
        }
    }

    @Test func `a failure keeps OpenSSL's reason and leaves nothing for the next`() throws {
        let first = #expect(throws: OpenSSLError.self) { try PublicKey(der: [0x31, 0x00]) }
        #expect(first?.reason.isEmpty == false)
        #expect(OpenSSLError.take("nothing happened").reason.isEmpty)
    }

    @Test func `one key verifies from many tasks at a time`() async throws {
        let key = try PrivateKey.generate(.p256)
        let signature = try key.sign(Self.message)
        let good = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<64 {
                group.addTask { @concurrent in
                    var message = Self.message
                    if index % 2 == 1 { message.append(0) }
                    for _ in 0..<20 {
                        let isGood =
                            (try? Self.verify(signature, of: message, by: key.publicKey)) != nil
                        if isGood != (index % 2 == 0) { return false }
                    }
                    return true
                }
            }
            return await group.reduce(true) { $0 && $1 }
        }
        #expect(good)
    }

    @Test(arguments: [
        "-----BEGIN X-----\nAA==\n", "-----BEGIN X-----\nA\n-----END X-----\n",
        "-----BEGIN X-----\nAA==\n-----END Y-----\n",
        "-----BEGIN X-----\n-----BEGIN X-----\nAA==\n-----END X-----\n", "-----END X-----\n",
    ])
    func `broken PEM is told from PEM without blocks`(text: String) {
        #expect(PEM.blocks(in: text) == nil)
        #expect(PEM.blocks(in: "no block\n") == [])
    }

    @Test func `PEM keeps blocks, labels and bytes, also with CRLF`() {
        let der = [UInt8](0..<200)
        let text = PEM.text(label: "A B", der: der) + "note\n" + PEM.text(label: "C", der: [1])
        let expected = [PEM.Block(label: "A B", der: der), PEM.Block(label: "C", der: [1])]
        #expect(PEM.blocks(in: text) == expected)
        var carriageReturns = ""
        for character in text { carriageReturns += character == "\n" ? "\r\n" : String(character) }
        #expect(PEM.blocks(in: carriageReturns) == expected)
    }
}
