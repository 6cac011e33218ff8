import FoundationEssentials
import Testing

@testable import Cryptography

@Suite struct DigestTests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `SHA-256 gives the digests of FIPS 180-4`(text: String, hex: String) {
        #expect(SHA256.digest(text).hex == hex)
        #expect(SHA256.digest(Array(text.utf8)[...]) == SHA256Digest(hex: hex))
    }

    @Test func `a digest reads its own bytes and hex, and fingerprints with colons`() {
        let digest = SHA256.digest("abc")
        #expect(SHA256Digest(bytes: digest.bytes) == digest)
        #expect(SHA256Digest(hex: digest.hex.uppercased()) == digest)
        var colons = ""
        for (index, digit) in digest.hex.enumerated() {
            if index > 0, index % 2 == 0 { colons += ":" }
            colons.append(digit)
        }
        #expect(SHA256Digest(hex: colons) == digest)
    }

    @Test(arguments: ["", "ab", String(repeating: "0", count: 63) + "g"])
    func `a digest refuses other texts`(hex: String) {
        #expect(SHA256Digest(hex: hex) == nil)
        #expect(SHA256Digest(bytes: Array(hex.utf8).prefix(31)) == nil)
    }

    @Test func `a digest refuses signs where digits should be`() {
        #expect(SHA256Digest(hex: "+0" + String(repeating: "0", count: 62)) == nil)
    }

    @Test func `constant-time comparison tells equal from different`() {
        #expect(ConstantTime.equal([1, 2, 3], [1, 2, 3]))
        #expect(ConstantTime.equal([], []))
        #expect(!ConstantTime.equal([1, 2, 3], [1, 2, 4]))
        #expect(!ConstantTime.equal([1, 2, 3], [1, 2]))
        #expect(ConstantTime.equal(SHA256.digest("a"), SHA256.digest("a")))
        #expect(!ConstantTime.equal(SHA256.digest("a"), SHA256.digest("b")))
    }

    @Test func `random bytes are as many as asked, and not the same twice`() {
        #expect(SecureRandom.bytes(0).isEmpty)
        #expect(SecureRandom.bytes(33).count == 33)
        #expect(SecureRandom.bytes(16) != SecureRandom.bytes(16))
    }

    @Test func `a version 7 UUID holds its time, version and variant, and differs from the next`() {
        let time: UInt64 = 0x0123_4567_89AB
        let bytes = withUnsafeBytes(of: UUIDv7.make(milliseconds: time).uuid) { Array($0) }
        #expect(Array(bytes.prefix(6)) == [0x01, 0x23, 0x45, 0x67, 0x89, 0xAB])
        #expect(bytes[6] >> 4 == 7)
        #expect(bytes[8] >> 6 == 0b10)
        let ids = Set((0..<1000).map { _ in UUIDv7.make(milliseconds: time) })
        #expect(ids.count == 1000)
    }

    @Test func `version 7 UUIDs of later milliseconds sort behind earlier ones`() {
        let ids = (1...100).map { UUIDv7.make(milliseconds: 1_700_000_000_000 + $0).uuidString }
        #expect(ids == ids.sorted())
    }

    @Test func `a secret never shows in a description, an interpolation or a mirror`() {
        struct Holder { let secret: Secret<String> }
        let secret = Secret("hunter2")
        var dumped = ""
        dump(Holder(secret: secret), to: &dumped)
        let texts = ["\(secret)", String(reflecting: secret), "\(Holder(secret: secret))", dumped]
        for text in texts { #expect(!text.contains("hunter2")) }
        #expect("\(secret)" == "[redacted]")
        #expect(secret.expose() == "hunter2")
    }
}
