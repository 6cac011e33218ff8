import HTTPClient
import Testing

@testable import HTTPClient

@Suite("Responses")
struct ResponseParserTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: String
        let status: Int
        let body: String
        let keepsAlive: Bool
        var isHead = false
        var testDescription: String { name }

        init(
            _ name: String, _ bytes: String, _ status: Int, _ body: String, keepsAlive: Bool = true,
            isHead: Bool = false
        ) {
            (self.name, self.bytes, self.status, self.body) = (name, bytes, status, body)
            (self.keepsAlive, self.isHead) = (keepsAlive, isHead)
        }
    }

    static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    static let whole: [Case] = [
        Case("length", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", 200, "hi"),
        Case("no phrase", "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", 200, ""),
        Case("bare line feeds", "HTTP/1.1 200 OK\ncontent-length: 2\n\nhi", 200, "hi"),
        Case("same length twice", "HTTP/1.1 200 \r\nContent-Length: 2, 2\r\n\r\nhi", 200, "hi"),
        Case("no content", "HTTP/1.1 204 No Content\r\n\r\n", 204, ""),
        Case("not modified", "HTTP/1.1 304 A\r\nContent-Length: 9\r\n\r\n", 304, ""),
        Case(
            "response to HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", 200, "",
            isHead: true),
        Case(
            "chunks", chunked + "3\r\nabc\r\n0A;x=y\r\n0123456789\r\n0\r\n\r\n", 200,
            "abc0123456789"),
        Case("trailers", chunked + "1\r\na\r\n0\r\nX-Sum: 1\r\nY: 2\r\n\r\n", 200, "a"),
        Case(
            "interim responses",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: a\r\n\r\n"
                + "HTTP/1.1 201 Created\r\nContent-Length: 1\r\n\r\na", 201, "a"),
        Case(
            "close", "HTTP/1.1 200 OK\r\nConnection: x, Close\r\nContent-Length: 1\r\n\r\na", 200,
            "a", keepsAlive: false),
        Case(
            "old version", "HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\na", 200, "a",
            keepsAlive: false),
        Case(
            "old version that stays",
            "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 1\r\n\r\na", 200, "a"),
        Case(
            "both framings",
            "HTTP/1.1 200 OK\r\nContent-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "1\r\na\r\n0\r\n\r\n", 200, "a", keepsAlive: false),
    ]

    @Test("a response cut anywhere is the same response", arguments: whole)
    func anyCutIsTheSame(_ one: Case) throws {
        let bytes = Array(one.bytes.utf8)
        for size in 1...bytes.count {
            var parser = ResponseParser(isHead: one.isHead, limit: 100)
            var response: HTTPClientResponse?
            var rest = bytes[...]
            while !rest.isEmpty {
                #expect(response == nil)
                response = try parser.receive(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            #expect(response?.status == one.status)
            #expect(response.map { String(decoding: $0.body, as: UTF8.self) } == one.body)
            #expect(parser.keepsAlive == one.keepsAlive)
        }
    }

    @Test("a body without framing ends with the connection, and only such a body")
    func endOfTheConnection() throws {
        for one in Self.whole {
            var parser = ResponseParser(isHead: one.isHead, limit: 100)
            _ = try parser.receive(Array(one.bytes.utf8.dropLast()))
            #expect(parser.end() == nil)
        }
        var parser = ResponseParser(isHead: false, limit: 100)
        #expect(try parser.receive(Array("HTTP/1.1 200 OK\r\n\r\nall ".utf8)) == nil)
        #expect(try parser.receive(Array("of it".utf8)) == nil)
        #expect(parser.end()?.body == Array("all of it".utf8))
        #expect(!parser.keepsAlive)
    }

    @Test("fields keep their order and case; a folded one is one")
    func fields() throws {
        var parser = ResponseParser(isHead: false, limit: 100)
        let bytes = "HTTP/1.1 200 OK\r\nB:  2 \r\na: 1\r\n  and more\r\nContent-Length: 0\r\n\r\nx"
        let response = try #require(try parser.receive(Array(bytes.utf8)))
        #expect(response.headers.map(\.name) == ["B", "a", "Content-Length"])
        #expect(response.header("b") == "2" && response.header("A") == "1 and more")
        // A byte that nobody asked for.
        #expect(!parser.keepsAlive)
    }

    static let long = String(repeating: "a", count: 70_000)

    static let malformed: [(bytes: String, error: HTTPClientError)] = [
        ("HTTP/2 200 OK\r\n", .malformedResponse),
        ("HTTP/1.1 20 OK\r\n", .malformedResponse),
        ("HTTP/1.1 2000\r\n", .malformedResponse),
        ("HTTP/1.1 +20 OK\r\n", .malformedResponse),
        ("SSH-2.0-x\r\n", .malformedResponse),
        ("\r\n", .malformedResponse),
        ("HTTP/1.1 101 Other\r\n\r\n", .malformedResponse),
        ("HTTP/1.1 200 OK\r\n: x\r\n", .malformedResponse),
        ("HTTP/1.1 200 OK\r\n folded\r\n", .malformedResponse),
        ("HTTP/1.1 200 OK\r\nA : x\r\n", .malformedResponse),
        ("HTTP/1.1 200 OK\r\nnonsense\r\n", .malformedResponse),
        ("HTTP/1.1 200 OK\r\nA: x\0\r\n", .malformedResponse),
        ("HTTP/1.1 200 OK\r\nA: x\ry\r\n", .malformedResponse),
        ("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", .malformedResponse),
        ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", .malformedResponse),
        ("HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n", .malformedResponse),
        ("HTTP/1.1 200 OK\r\nContent-Length: 1, 2\r\n\r\n", .malformedResponse),
        ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", .malformedResponse),
        ("HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n", .responseTooLarge),
        ("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "a", count: 101), .responseTooLarge),
        ("HTTP/1.1 200 OK\r\nA: " + long, .responseTooLarge),
        (chunked + "65\r\n", .responseTooLarge),
        (chunked + "fffffffffffffff\r\n", .responseTooLarge),
        (chunked + "ffffffffffffffff\r\n", .malformedResponse),
        (chunked + "\r\n", .malformedResponse),
        (chunked + "-1\r\n", .malformedResponse),
        (chunked + "1\r\nab\r\n", .malformedResponse),
        (chunked + "0\r\nA: " + long, .responseTooLarge),
    ]

    @Test("what is no response, or too large, is refused", arguments: malformed)
    func malformedIsRefused(_ bytes: String, _ error: HTTPClientError) {
        #expect(throws: error) {
            var parser = ResponseParser(isHead: false, limit: 100)
            _ = try parser.receive(Array(bytes.utf8))
        }
    }

    @Test("random bytes end in an error or wait for more")
    func randomBytesHarmNobody() {
        let seed = UInt64.random(in: .min ... .max)
        print("seed \(seed)")
        var generator = SplitMix(state: seed)
        let parts = [
            "HTTP/1.1 ", "200", " OK", "\r\n", "\n", "Content-Length: ", "5", "transfer-encoding: ",
            "chunked", ":", ",", "a", "\0", "ffff", "0", ";", " ", "Connection: close",
        ]
        for _ in 0..<5_000 {
            var parser = ResponseParser(isHead: .random(using: &generator), limit: 1_000)
            for _ in 0..<Int.random(in: 1...40, using: &generator) {
                let part = parts[Int.random(in: parts.indices, using: &generator)]
                do { _ = try parser.receive(Array(part.utf8)) } catch { break }
            }
            _ = parser.end()
        }
    }
}
