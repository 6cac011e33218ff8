import EventLoop
import HTTPClient
import HTTPServer
import Testing

@Suite("Answers")
struct AnswerTests {
    static let host = "Host: a\r\n"
    static let hello = "GET /hello HTTP/1.1\r\n\(host)\r\n"

    @Test("pipelined requests are answered in order, bodies included")
    func pipelinedInOrder() async throws {
        try await Site.open { site in
            let client = RawClient(site.port)
            var bytes = ""
            for number in 0..<50 {
                bytes += "POST /echo HTTP/1.1\r\n\(Self.host)Content-Length: 3\r\n\r\n"
                bytes += "#\(number + 10)"
                bytes += "GET /items/\(number) HTTP/1.1\r\n\(Self.host)\r\n"
            }
            client.send(bytes)
            let reply = await client.read(100, endingWith: "item 49 q=nil")
            #expect(reply.statuses == Array(repeating: 200, count: 100))
            var position = reply.text.startIndex
            for number in 0..<50 {
                for expected in ["#\(number + 10)", "item \(number) q"] {
                    let rest = reply.text[position...]
                    let found = try #require(rest.firstRange(of: expected))
                    position = found.upperBound
                }
            }
            #expect(!reply.ended)
        }
    }

    @Test("a request cut anywhere is the same request", arguments: [1, 2, 3, 7, 19, 64])
    func anyCutIsTheSame(_ size: Int) async throws {
        try await Site.open { site in
            let client = RawClient(site.port)
            let one = "POST /echo HTTP/1.1\r\n\(Self.host)Content-Length: 11\r\n\r\nhello world"
            var rest = Array((one + one + Self.hello).utf8)[...]
            while !rest.isEmpty {
                client.send(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            let reply = await client.read(3, endingWith: "\r\n\r\nhello")
            #expect(reply.statuses == [200, 200, 200])
            #expect(reply.text.ranges(of: "\r\n\r\nhello world").count == 2)
        }
    }

    @Test("an answer has Date, Server, Content-Length and X-Request-Id, and no version of anything")
    func standardFields() async throws {
        try await Site.open { site in
            let client = RawClient(site.port)
            client.send("GET /hello HTTP/1.1\r\n\(Self.host)X-Request-Id: my-id.1\r\n\r\n")
            let reply = await client.read(1, endingWith: "hello")
            for field in [
                "\r\nDate: ", "\r\nServer: interlock\r\n", "\r\nContent-Length: 5\r\n",
                "\r\nX-Request-Id: my-id.1\r\n",
            ] {
                #expect(reply.text.contains(field), "\(field)")
            }
            client.send("GET /hello HTTP/1.1\r\n\(Self.host)X-Request-Id: not/sane\r\n\r\n")
            let second = await client.read(1, endingWith: "hello")
            #expect(!second.text.contains("not/sane"))
            #expect(second.text.contains("X-Request-Id: "))
        }
    }

    @Test("a header that a handler got wrong is left out and splits nothing")
    func wrongHeaderIsLeftOut() async throws {
        try await Site.open { site in
            let client = RawClient(site.port)
            client.send("GET /wrong-header HTTP/1.1\r\n\(Self.host)Connection: close\r\n\r\n")
            let reply = await client.readToEnd()
            #expect(reply.text.contains("X-Good: b"))
            #expect(!reply.text.contains("Evil"))
        }
    }

    @Test("HEAD has GET's fields and no body, and the connection goes on")
    func headHasNoBody() async throws {
        try await Site.open { site in
            let client = RawClient(site.port)
            client.send("HEAD /hello HTTP/1.1\r\n\(Self.host)\r\n" + Self.hello)
            let reply = await client.read(2, endingWith: "\r\n\r\nhello")
            #expect(reply.statuses == [200, 200])
            #expect(reply.text.ranges(of: "Content-Length: 5\r\n").count == 2)
            #expect(reply.text.ranges(of: "\r\n\r\nhello").count == 1)
        }
    }

    @Test("100 Continue comes before a body that waits for it")
    func expectIsContinued() async throws {
        try await Site.open { site in
            let client = RawClient(site.port)
            client.send(
                "POST /echo HTTP/1.1\r\n\(Self.host)Content-Length: 4\r\n"
                    + "Expect: 100-continue\r\n\r\n")
            let first = await client.read(1, endingWith: "\r\n\r\n")
            #expect(first.statuses == [100])
            client.send("body")
            let second = await client.read(1, endingWith: "body")
            #expect(second.statuses == [200])
        }
    }

    struct Lookup: Sendable {
        let line: String
        let status: Int
        let text: String
    }

    @Test(
        "routes are found by segments",
        arguments: [
            Lookup(line: "GET /items/a%2Fb%20c?q=x+y%21", status: 200, text: "item a/b c q=x y!"),
            Lookup(line: "GET /items/special", status: 200, text: "special"),
            Lookup(line: "GET /items/special/parts/9", status: 200, text: "special/9"),
            Lookup(line: "GET /items/%C3%A4?q", status: 200, text: "item ä q="),
            Lookup(line: "GET /items/1?q=%ff", status: 200, text: "item 1 q=nil"),
            Lookup(line: "GET /items/%ff", status: 404, text: "error"),
            Lookup(line: "GET /items/", status: 404, text: "error"),
            Lookup(line: "GET /items", status: 404, text: "error"),
            Lookup(line: "GET /hello/", status: 404, text: "error"),
            Lookup(line: "GET //hello", status: 404, text: "error"),
            Lookup(line: "GET /%68ello", status: 404, text: "error"),
            Lookup(line: "GET /", status: 404, text: "error"),
            Lookup(line: "GET http://b/items/1?q=2", status: 200, text: "item 1 q=2"),
            Lookup(line: "GET HTTPS://b:8080/items/a%20b", status: 200, text: "item a b q=nil"),
            Lookup(line: "GET http://[::1]:80/hello", status: 200, text: "hello"),
            Lookup(line: "GET http://b", status: 404, text: "error"),
            Lookup(line: "GET http://b:?q=1", status: 404, text: "error"),
            Lookup(line: "POST http://b/hello", status: 405, text: "Allow: GET, HEAD\r\n"),
            Lookup(line: "POST /nowhere", status: 404, text: "error"),
            Lookup(line: "GET /echo", status: 405, text: "Allow: POST, PUT\r\n"),
            Lookup(line: "POST /hello", status: 405, text: "Allow: GET, HEAD\r\n"),
            Lookup(line: "OPTIONS /hello", status: 405, text: "Allow: GET, HEAD\r\n"),
            Lookup(line: "TRACE /hello", status: 501, text: "error"),
            Lookup(line: "BREW /hello", status: 501, text: "error"),
        ])
    func routesAreFound(_ lookup: Lookup) async throws {
        try await Site.open { site in
            let client = RawClient(site.port)
            client.send("\(lookup.line) HTTP/1.1\r\n\(Self.host)\r\n" + Self.hello)
            let reply = await client.read(2, endingWith: "\r\n\r\nhello")
            #expect(reply.statuses == [lookup.status, 200], "\(reply.text)")
            #expect(reply.text.contains(lookup.text), "\(reply.text)")
        }
    }

    @Test(
        "the host is the Host field's, and an absolute target's before that",
        arguments: [
            ("/host", "a"), ("http://b/host", "b"), ("https://[::1]:80/host?q", "[::1]:80"),
        ])
    func hostOfTheTarget(_ target: String, _ host: String) async throws {
        try await Site.open { site in
            let client = RawClient(site.port)
            client.send("GET \(target) HTTP/1.1\r\nX-A: b\r\n\(Self.host)\r\n")
            let reply = await client.read(1, endingWith: "host=\(host) path=/host")
            #expect(reply.statuses == [200], "\(reply.text)")
            #expect(reply.text.hasSuffix("host=\(host) path=/host"), "\(reply.text)")
        }
    }

    @Test("HTTP/1.0 is answered and closed, with or without a Host")
    func version10IsClosed() async throws {
        try await Site.open { site in
            for host in ["", Self.host] {
                let client = RawClient(site.port)
                client.send("GET /hello HTTP/1.0\r\n\(host)\r\n")
                let reply = await client.readToEnd()
                #expect(reply.statuses == [200])
                #expect(reply.ended)
            }
        }
    }

    @Test("a POST without a body is taken, whatever its Connection field says")
    func postWithoutABody() async throws {
        try await Site.open { site in
            let client = RawClient(site.port)
            let post = "POST /echo HTTP/1.1\r\n\(Self.host)Connection: keep-alive\r\n\r\n"
            client.send(post + Self.hello)
            #expect(await client.read(2, endingWith: "hello").statuses == [200, 200])
        }
    }

    @Test("the largest body that a route takes comes whole")
    func largestBodyComesWhole() async throws {
        try await Site.open { site in
            let loop = site.group.next()
            let connection = HTTPConnection(host: "127.0.0.1", port: site.port, on: loop)
            let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
            let response = try await connection.request(.post, "/echo", body: body)
            #expect(response.status == 200)
            #expect(response.body == body)
            connection.close()
        }
    }

    @Test("each request is told of once, with its route's name")
    func summaryIsTold() async throws {
        try await Site.open { site in
            let client = RawClient(site.port)
            let lost = "GET /nowhere HTTP/1.1\r\n\(Self.host)\r\n"
            client.send(Self.hello + lost + "nonsense\r\n\r\n")
            _ = await client.readToEnd()
            #expect(await site.finished.waitFor(3))
            let all = site.finished.all
            #expect(all.map(\.routeName) == ["hello", nil, nil])
            #expect(all.map(\.status) == [200, 404, 400])
            #expect(all.map(\.method) == ["GET", "GET", "OTHER"])
            #expect(all.allSatisfy { !$0.aborted && $0.remoteAddress == "127.0.0.1" })
            #expect(Set(all.map(\.requestID)).count == 3)
        }
    }
}
