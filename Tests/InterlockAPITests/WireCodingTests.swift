import InterlockAPI
import Testing

@Suite struct WireCodingTests {
    @Test(
        "Bytes that are no JSON are malformed",
        arguments: [
            "", " ", "{", "{\"a\":}", "{\"a\":1,}", "{'a':1}", "[1 2]", "nul", "{\"a\":1}}",
            "{\"a\":1 \"b\":2}", "[1,]", "[,1]", "[1}", "{1:2}", "{\"a\"}", "{,}", "]", "1 2", "-",
            "1.",
            "1e", ".5", "+1", "-01", "tru", "\u{FEFF}1", "\"\\ud800\\u0041\"", "\"\\udc00\"",
            "\"\\u12g4\"", "\"a", "\"\\", "{\"unasked\":\"\\x\"}", "/**/1", "\u{A0}1",
            "{\"a\":\"\n\"}", "{\"a\":\"\\x\"}", "{\"a\":\"\\ud800\"}", "{\"a\":01}", "NaN", "\\{",
        ])
    func malformed(text: String) {
        let error = wireError { _ = try read(WireValue.self, text) }
        #expect(error?.code == .malformedJSON)
        #expect(error?.field == nil)
    }

    @Test(
        "Bytes that are no UTF-8, or another encoding, are malformed",
        arguments: [
            [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xFF, 0x22],
            [0x22, 0xE2, 0x82, 0x22], [0x22, 0x5C, 0x80, 0x22], [0xFE, 0xFF, 0, 0x31],
            [0x31, 0], [0x22, 0, 0x22], [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0xC2],
            [0x22, 0x5C, 0, 0x22],
        ] as [[UInt8]])
    func encodings(bytes: [UInt8]) {
        let error = wireError { _ = try WireCoding.decode(WireValue.self, from: bytes) }
        #expect(error?.code == .malformedJSON)
    }

    @Test("The look-over agrees with the standard library on what UTF-8 is")
    func utf8() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SplitMix(state: seed)
        let pool: [UInt8] = [
            0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
            0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5,
        ]
        var seen = (valid: 0, invalid: 0)
        for _ in 0..<30_000 {
            let length = Int.random(in: 1...4, using: &generator)
            let bytes = (0..<length).map { _ in pool.randomElement(using: &generator) ?? 0 }
            let text = bytes.map { "%" + String($0, radix: 16) }.joined()
            let isValid = String(validating: bytes, as: UTF8.self) != nil
            #expect((PercentCoding.decode(text) != nil) == isValid, "seed \(seed), \(bytes)")
            let quoted = [0x22] + bytes + [0x22]
            let isRead = (try? WireCoding.decode(WireValue.self, from: quoted)) != nil
            #expect(isRead == isValid, "seed \(seed), \(bytes)")
            if isValid { seen.valid += 1 } else { seen.invalid += 1 }
        }
        #expect(seen.valid > 500 && seen.invalid > 500)
    }

    @Test("Nesting is allowed to 32 and refused beyond, however large the body")
    func depth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try read(WireValue.self, nested(32))
        #expect(wireError { _ = try read(WireValue.self, nested(33)) }?.code == .malformedJSON)
        let deep = String(repeating: "[{\"a\":", count: 100_000)
        #expect(wireError { _ = try read(WireValue.self, deep) }?.code == .malformedJSON)
        let brackets = String(repeating: "[", count: 100) + "\\\"["
        #expect(try read(WireValue.self, "\"\(brackets)\"") == .string(brackets.unescaped))
    }

    @Test(
        "JSON is taken with every escape, number and space",
        arguments: [
            " [ ] ", "{ }", "[[],{}]", "\t{\n\"a\" :\r[ 1 , -0.5e+10 ,0,1E2 ] , \"b\":{}}",
            "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00 é😀\"", "true", "null", "[false]",
        ])
    func wellFormed(text: String) throws {
        _ = try read(WireValue.self, text)
    }

    @Test("Members of one name are tolerated")
    func duplicates() throws {
        struct One: Codable { var a: Int }
        #expect([1, 2].contains(try read(One.self, #"{"a":1,"a":2}"#).a))
    }

    @Test("Values are written sorted by name, so that equal values give equal bytes")
    func sorted() throws {
        let value: WireValue = .object(["b": .integer(1), "a": .string("/"), "c": .null])
        #expect(try json(value) == #"{"a":"/","b":1,"c":null}"#)
    }

    @Test("Numbers are kept: whole ones exactly, the largest too")
    func numbers() throws {
        let text = "[9223372036854775807,-9223372036854775808,0.1,1e300]"
        let value = try read(WireValue.self, text)
        #expect(
            value
                == .array([.integer(.max), .integer(.min), .number(0.1), .number(1e300)]))
        #expect(try read(WireValue.self, try json(value)) == value)
    }
}

extension String {
    fileprivate var unescaped: String {
        split(separator: "\\", omittingEmptySubsequences: false).joined()
    }
}
