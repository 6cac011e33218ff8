import Testing

@testable import Cryptography

@Suite struct JSONReaderTests {
    private static func read(_ text: String) throws -> JSONValue {
        try JSONReader.read(Array(text.utf8))
    }

    private static let readable: [(String, JSONValue)] = [
        ("null", .null), (" true\n", true), ("false", false), ("0", 0), ("-0", 0), ("42", 42),
        ("-17", -17), ("9223372036854775807", .integer(.max)),
        ("-9223372036854775808", .integer(.min)), ("9223372036854775808", .number(0x1p63)),
        ("1.5", 1.5), ("-2.5e3", .number(-2500)), ("1E2", .number(100)), ("\"\"", ""),
        ("\"é😀\"", "é😀"),
        (
            "\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\ud83d\\ude00z\"",
            "a\"\\/\u{8}\u{c}\n\r\tAé😀z"
        ),
        ("[]", []), ("{}", [:]), ("[1,[2,{}],\"x\"]", [1, [2, [:]], "x"]),
        ("{\"a\": {\"b\": [null]}, \"c\":1}", ["a": ["b": [nil]], "c": 1]),
    ]

    @Test(arguments: readable)
    func `what is JSON is read`(text: String, value: JSONValue) throws {
        #expect(try Self.read(text) == value)
    }

    @Test(arguments: [
        "", " ", "nul", "truex", "True", "01", "-", "-01", "1.", ".5", "1e", "1e+", "+1", "0x1",
        "NaN", "Infinity", "1e400", "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12G4\"", "\"a\nb\"",
        "\"\\ud800\"", "\"\\ud800x\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\\u0000\"", "[",
        "[1",
        "[1,", "[1,]", "[,1]", "[1 2]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,",
        "{\"a\":1,}",
        "{a:1}", "{'a':1}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{1:2}", "{}{}", "{} x", "[1]]",
        "// x\n1",
        "\u{FEFF}{}",
    ])
    func `what is not JSON, or is read differently by different readers, is refused`(text: String) {
        #expect(throws: JSONReader.Failure.self) { try Self.read(text) }
    }

    @Test(arguments: [
        "{\"a\":1,\"a\":1}", "{\"a\":1,\"\\u0061\":2}", "[{\"x\":{\"y\":1,\"y\":2}}]",
    ])
    func `a member name that comes twice is refused`(text: String) {
        #expect(throws: JSONReader.Failure.self) { try Self.read(text) }
    }

    @Test(
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0xE2, 0x82, 0x22], [0x22, 0x00, 0x22],
        ] as [[UInt8]])
    func `bytes that are not UTF-8 are refused`(bytes: [UInt8]) {
        #expect(throws: JSONReader.Failure.self) { try JSONReader.read(bytes) }
    }

    @Test func `nesting is read to the limit and refused beyond it, however deep`() throws {
        let limit = JSONReader.depthLimit
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try Self.read(nested(limit))
        #expect(throws: JSONReader.Failure.self) { try Self.read(nested(limit + 1)) }
        #expect(throws: JSONReader.Failure.self) { try Self.read(nested(100_000)) }
        let wide = "[" + Array(repeating: "[]", count: 1000).joined(separator: ",") + "]"
        #expect(try Self.read(wide).array?.count == 1000)
    }

    @Test func `what is written is read back as the same value`() throws {
        let value: JSONValue = [
            "text": "a\"\\\n\u{1}é😀", "numbers": [0, -1, 1.5, .integer(.max)], "none": nil,
            "yes": true, "nested": ["b": [:], "a": []],
        ]
        #expect(try Self.read(value.text) == value)
        #expect(JSONValue.object(["b": 1, "a": 2]).text == "{\"a\":2,\"b\":1}")
    }

    @Test func `cutting a document anywhere, or changing a byte, never stops the process`() throws {
        var random = SeededGenerator(printingFor: "JSON mutations")
        let text = Array("{\"a\":[1,2.5e3,\"x\\u00e9\\n\"],\"b\":{\"c\":null,\"d\":true}}".utf8)
        for length in 0..<text.count {
            #expect(throws: JSONReader.Failure.self) { try JSONReader.read(Array(text[..<length])) }
        }
        for _ in 0..<5000 {
            var changed = text
            changed[Int.random(in: 0..<text.count, using: &random)] = .random(
                in: .min ... .max, using: &random)
            if let value = try? JSONReader.read(changed) {
                #expect(try Self.read(value.text) == value)
            }
        }
    }
}
