import Glibc
import HTTPServer
import Testing

@Suite("Framing")
struct FramingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: String
        let status: Int
        var testDescription: String { name }

        init(_ name: String, _ status: Int, _ bytes: String) {
            (self.name, self.status, self.bytes) = (name, status, bytes)
        }
    }

    static let host = "Host: a\r\n"

    static let malformed: [Case] = [
        Case(
            "length and chunked", 400,
            "POST /echo HTTP/1.1\r\n\(host)Content-Length: 4\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        Case(
            "chunked", 400,
            "POST /echo HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        Case(
            "chunked spelt with spaces", 400,
            "POST /echo HTTP/1.1\r\n\(host)Transfer-Encoding:  \t chunked \r\n\r\n0\r\n\r\n"),
        Case("identity", 400, "GET /hello HTTP/1.1\r\n\(host)transfer-encoding: identity\r\n\r\n"),
        Case(
            "a space before the colon", 400,
            "POST /echo HTTP/1.1\r\n\(host)Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n"),
        Case(
            "two equal lengths", 400,
            "POST /echo HTTP/1.1\r\n\(host)Content-Length: 1\r\nContent-Length: 1\r\n\r\nx"),
        Case(
            "two different lengths", 400,
            "POST /echo HTTP/1.1\r\n\(host)Content-Length: 1\r\ncontent-length: 2\r\n\r\nxy"),
        Case("signed length", 400, "POST /echo HTTP/1.1\r\n\(host)Content-Length: +5\r\n\r\nhello"),
        Case("negative length", 400, "POST /echo HTTP/1.1\r\n\(host)Content-Length: -1\r\n\r\n"),
        Case(
            "list of lengths", 400, "POST /echo HTTP/1.1\r\n\(host)Content-Length: 5,5\r\n\r\nhello"
        ),
        Case(
            "hexadecimal length", 400,
            "POST /echo HTTP/1.1\r\n\(host)Content-Length: 0x5\r\n\r\nhello"),
        Case("empty length", 400, "POST /echo HTTP/1.1\r\n\(host)Content-Length: \r\n\r\n"),
        Case(
            "length that overflows", 400,
            "POST /echo HTTP/1.1\r\n\(host)Content-Length: 99999999999999999999\r\n\r\n"),
        Case("folded field", 400, "GET /hello HTTP/1.1\r\n\(host)X-A: b\r\n c\r\n\r\n"),
        Case("folded first field", 400, "GET /hello HTTP/1.1\r\n Host: a\r\n\r\n"),
        Case("no host", 400, "GET /hello HTTP/1.1\r\nX-A: b\r\n\r\n"),
        Case("two hosts", 400, "GET /hello HTTP/1.1\r\n\(host)\(host)\r\n"),
        Case("host with a space", 400, "GET /hello HTTP/1.1\r\nHost: a b\r\n\r\n"),
        Case("host with a path", 400, "GET /hello HTTP/1.1\r\nHost: a/b\r\n\r\n"),
        Case("NUL in a value", 400, "GET /hello HTTP/1.1\r\n\(host)X-A: b\0c\r\n\r\n"),
        Case("NUL in the target", 400, "GET /hel\0lo HTTP/1.1\r\n\(host)\r\n"),
        Case("encoded NUL in the path", 400, "GET /items/a%00b HTTP/1.1\r\n\(host)\r\n"),
        Case("bad escape in the path", 400, "GET /items/%zz HTTP/1.1\r\n\(host)\r\n"),
        Case("cut escape in the path", 400, "GET /items/%4 HTTP/1.1\r\n\(host)\r\n"),
        Case("bare LF after the request line", 400, "GET /hello HTTP/1.1\n\(host)\r\n"),
        Case("bare LF throughout", 400, "GET /hello HTTP/1.1\nHost: a\n\n"),
        Case("bare LF in a value", 400, "GET /hello HTTP/1.1\r\nX-A: b\nHost: a\r\n\r\n"),
        Case("bare CR in a value", 400, "GET /hello HTTP/1.1\r\n\(host)X-A: b\rc\r\n\r\n"),
        Case(
            "control character in a value", 400, "GET /hello HTTP/1.1\r\n\(host)X-A: \u{1}\r\n\r\n"),
        Case("field name that is no token", 400, "GET /hello HTTP/1.1\r\n\(host)X(A): b\r\n\r\n"),
        Case("empty field name", 400, "GET /hello HTTP/1.1\r\n\(host): b\r\n\r\n"),
        Case("field without a colon", 400, "GET /hello HTTP/1.1\r\n\(host)nonsense\r\n\r\n"),
        Case("two spaces in the request line", 400, "GET  /hello HTTP/1.1\r\n\(host)\r\n"),
        Case("tab in the request line", 400, "GET\t/hello HTTP/1.1\r\n\(host)\r\n"),
        Case("no version", 400, "GET /hello\r\n\(host)\r\n"),
        Case("malformed version", 400, "GET /hello HTTP/1.1x\r\n\(host)\r\n"),
        Case("other protocol", 400, "GET /hello ICY/1.1\r\n\(host)\r\n"),
        Case("HTTP/2.0", 505, "GET /hello HTTP/2.0\r\n\(host)\r\n"),
        Case("HTTP/2 preface", 505, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        Case("target of another scheme", 400, "GET ftp://a/hello HTTP/1.1\r\n\(host)\r\n"),
        Case("target without slashes", 400, "GET http:a/hello HTTP/1.1\r\n\(host)\r\n"),
        Case("target without a scheme", 400, "GET a/hello HTTP/1.1\r\n\(host)\r\n"),
        Case("absolute target without a host", 400, "GET http:///hello HTTP/1.1\r\n\(host)\r\n"),
        Case("absolute target, no more", 400, "GET http:// HTTP/1.1\r\n\(host)\r\n"),
        Case("absolute target, only a port", 400, "GET http://:80/ HTTP/1.1\r\n\(host)\r\n"),
        Case("absolute target, bad port", 400, "GET http://a:b/ HTTP/1.1\r\n\(host)\r\n"),
        Case("absolute target, open bracket", 400, "GET http://[a/ HTTP/1.1\r\n\(host)\r\n"),
        Case("absolute target, two ports", 400, "GET http://a:1:2/ HTTP/1.1\r\n\(host)\r\n"),
        Case("absolute target with a user", 400, "GET http://u@a/hello HTTP/1.1\r\n\(host)\r\n"),
        Case("absolute target, bad escape", 400, "GET http://a/%zz HTTP/1.1\r\n\(host)\r\n"),
        Case("absolute target, NUL", 400, "GET http://a/%00 HTTP/1.1\r\n\(host)\r\n"),
        Case("absolute target, fragment", 400, "GET http://a/b#c HTTP/1.1\r\n\(host)\r\n"),
        Case("absolute target, no Host field", 400, "GET http://a/hello HTTP/1.1\r\n\r\n"),
        Case("asterisk", 400, "OPTIONS * HTTP/1.1\r\n\(host)\r\n"),
        Case("authority", 400, "CONNECT a:443 HTTP/1.1\r\n\(host)\r\n"),
        Case("space encoded by nobody", 400, "GET /hel<lo HTTP/1.1\r\n\(host)\r\n"),
        Case("fragment", 400, "GET /hello#a HTTP/1.1\r\n\(host)\r\n"),
        Case("method that is no token", 400, "G@T /hello HTTP/1.1\r\n\(host)\r\n"),
        Case("TLS to a plain port", 400, "\u{16}\u{3}\u{1}\0\u{1}\r\n\r\n"),
        Case("unknown expectation", 417, "POST /echo HTTP/1.1\r\n\(host)Expect: 200-ok\r\n\r\n"),
        Case(
            "head too large", 431,
            "GET /hello HTTP/1.1\r\n\(host)X-A: \(String(repeating: "a", count: 17_000))\r\n\r\n"),
        Case(
            "head without an end", 431,
            "GET /hello HTTP/1.1\r\n\(host)X-A: \(String(repeating: "a", count: 20_000))"),
        Case(
            "too many fields", 431,
            "GET /hello HTTP/1.1\r\n\(host)\(String(repeating: "a:b\r\n", count: 101))\r\n"),
        Case(
            "target too long", 414,
            "GET /\(String(repeating: "a", count: 9_000)) HTTP/1.1\r\n\(host)\r\n"),
        Case("request line without an end", 414, String(repeating: "A", count: 9_000)),
        Case(
            "body too large", 413,
            "POST /echo HTTP/1.1\r\n\(host)Content-Length: 100001\r\n\r\n"),
        Case(
            "body too large, on its way", 413,
            "POST /echo HTTP/1.1\r\n\(host)Content-Length: 300000\r\n\r\n"
                + String(repeating: "x", count: 300_000)),
        Case(
            "body too large, expecting", 413,
            "POST /echo HTTP/1.1\r\n\(host)Content-Length: 100001\r\n"
                + "Expect: 100-continue\r\n\r\n"),
        Case(
            "body too large for no route", 413,
            "POST /nowhere HTTP/1.1\r\n\(host)Content-Length: 65537\r\n\r\n"),
    ]

    /// What a smuggled request behind the first would look like.
    static let smuggled = "GET /hello HTTP/1.1\r\n\(host)\r\n"

    @Test("a malformed request is refused once and its connection closed", arguments: malformed)
    func malformedIsRefusedAndClosed(_ one: Case) async throws {
        try await Site.open { site in
            let client = RawClient(site.port)
            client.send(one.bytes + Self.smuggled)
            let reply = await client.readToEnd()
            #expect(reply.statuses == [one.status], "\(reply.text)")
            #expect(reply.ended)
            #expect(reply.text.contains("Connection: close"))
            #expect(reply.text.contains("error: "))
            #expect(!reply.text.contains("<"))
        }
    }

    @Test(
        "a malformed request is refused alike when it comes byte by byte",
        arguments: [
            malformed[0], malformed[5], malformed[13], malformed[15], malformed[24],
        ])
    func malformedByteByByte(_ one: Case) async throws {
        try await Site.open { site in
            let client = RawClient(site.port)
            var on: Int32 = 1
            setsockopt(
                client.descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on,
                socklen_t(MemoryLayout<Int32>.size))
            for byte in one.bytes.utf8 { client.send([byte]) }
            let reply = await client.readToEnd()
            #expect(reply.statuses == [one.status], "\(reply.text)")
            #expect(reply.ended)
        }
    }

    @Test("a malformed request behind good ones is refused after their answers")
    func refusalKeepsItsPlace() async throws {
        try await Site.open { site in
            let client = RawClient(site.port)
            client.send(Self.smuggled + Self.smuggled + "GET /hello HTTP/1.1\r\n\r\n")
            let reply = await client.readToEnd()
            #expect(reply.statuses == [200, 200, 400])
            #expect(reply.ended)
        }
    }

    @Test("a body of a GET is a body, not the next request")
    func bodyOfAGetIsNoRequest() async throws {
        try await Site.open { site in
            let client = RawClient(site.port)
            let inner = Self.smuggled
            client.send(
                "GET /items/1 HTTP/1.1\r\n\(Self.host)Content-Length: \(inner.utf8.count)\r\n\r\n"
                    + inner + "DELETE /none HTTP/1.1\r\n\(Self.host)Connection: close\r\n\r\n")
            let reply = await client.readToEnd()
            #expect(reply.statuses == [200, 204])
        }
    }

    @Test("header bytes that are no UTF-8 harm nobody")
    func invalidUTF8IsReplaced() async throws {
        try await Site.open { site in
            let client = RawClient(site.port)
            let head = Array("GET /whoami HTTP/1.1\r\nHost: a\r\nX-A: ".utf8)
            client.send(head + [0xFF, 0xC3, 0x28] + Array("\r\nConnection: close\r\n\r\n".utf8))
            let reply = await client.readToEnd()
            #expect(reply.statuses == [200])
            #expect(reply.text.hasSuffix("127.0.0.1 true \u{FFFD}\u{FFFD}("))
        }
    }

    @Test("random bytes get one 4xx or 5xx, or wait for more, and never an answer of a route")
    func randomBytesHarmNobody() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("seed \(seed)")
        var generator = SplitMix(state: seed)
        try await Site.open { site in
            for _ in 0..<200 {
                let client = RawClient(site.port)
                let count = Int.random(in: 1...400, using: &generator)
                let noise = (0..<count).map { _ in
                    UInt8.random(in: .min ... .max, using: &generator)
                }
                client.send(noise + Array("\r\n\r\n".utf8))
                client.finishSending()
                let reply = await client.readToEnd()
                #expect(reply.statuses.count <= 1)
                #expect(reply.statuses.allSatisfy { $0 >= 400 })
                #expect(reply.ended)
            }
            let client = RawClient(site.port)
            client.send(Self.smuggled)
            #expect(await client.read(1, endingWith: "hello").statuses == [200])
        }
    }
}
