import Testing

@testable import Cryptography

@Suite struct Base64Tests {
    private static let urlDigits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
    func `both alphabets code the vectors of RFC 4648`(plain: String, coded: String) {
        let bytes = Array(plain.utf8)
        let unpadded = String(coded.prefix { $0 != "=" })
        #expect(Base64.encode(bytes) == coded)
        #expect(Base64.decode(coded) == bytes)
        #expect(Base64URL.encode(bytes) == unpadded)
        #expect(Base64URL.decode(unpadded) == bytes)
    }

    @Test func `what is coded decodes to the same bytes, whatever they are`() {
        var random = SeededGenerator(printingFor: "base64 round trip")
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
    }

    @Test(arguments: [
        "Zg==", "Zm8=", "Z", "Zm9vY", "Zm9v\n", " Zm9v", "Zm 9v", "Zm+v", "Zm/v", "Zm9v.", "Zm9vé",
        "Zm9=", "====", "Zm\u{0}v",
    ])
    func `base64url refuses padding, the other alphabet, stray bytes and impossible lengths`(
        text: String
    ) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test(arguments: [
        "Zg", "Zg=", "Zg===", "Zm8", "Zm8==", "Zm9v=", "Zm9v====", "=", "==", "Zg==Zg==", "Zm-v",
        "Zm_v", "Zm9v\n", "Z===", "Z=g=",
    ])
    func `standard base64 refuses wrong padding, the other alphabet and stray bytes`(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test func `of the texts that differ in unused bits exactly one decodes`() {
        for length in [2, 3, 6, 7] {
            let head = String(repeating: "A", count: length - 1)
            let decoded = Self.urlDigits.filter { Base64URL.decode(head + String($0)) != nil }
            #expect(decoded.count == (length % 4 == 2 ? 4 : 16))
            for digit in decoded {
                let text = head + String(digit)
                #expect(Base64URL.decode(text).map(Base64URL.encode) == text)
            }
        }
        #expect(Base64.decode("Zh==") == nil)
        #expect(Base64.decode("Zm9=") == nil)
    }

    @Test func `a slice and a sequence of bytes decode like a text`() {
        let text = "xxZm9vYmFy"
        #expect(Base64URL.decode(Array(text.utf8)[2...]) == Array("foobar".utf8))
        #expect(Base64URL.decode(text.dropFirst(2)) == Array("foobar".utf8))
        #expect(Base64.decode(Array(text.utf8)[2...].lazy.map { $0 }) == Array("foobar".utf8))
    }
}
