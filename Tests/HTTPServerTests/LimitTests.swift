import EventLoop
import Glibc
import HTTPServer
import Testing

@Suite("Limits")
struct LimitTests {
    static let hello = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"

    static let impatient: HTTPServerConfiguration = {
        var configuration = HTTPServerConfiguration()
        configuration.headDeadline = .milliseconds(100)
        configuration.bodyDeadline = .milliseconds(100)
        configuration.idleTimeout = .milliseconds(300)
        return configuration
    }()

    @Test(
        "a client that never finishes is closed at its deadline",
        arguments: [
            "", "GET /hello HT", "GET /hello HTTP/1.1\r\nHost: a\r\n",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf", hello,
            hello + "GET /he",
            hello + "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n",
        ])
    func unfinishedIsClosed(_ bytes: String) async throws {
        try await Site.open(Self.impatient) { site in
            let client = RawClient(site.port)
            client.send(bytes)
            let reply = await client.readToEnd()
            #expect(reply.ended)
            #expect(reply.statuses == (bytes.hasPrefix(Self.hello) ? [200] : []))
        }
    }

    @Test("a head that trickles is closed at its deadline, however often a byte comes")
    func trickleIsClosed() async throws {
        var configuration = Self.impatient
        configuration.headDeadline = .milliseconds(300)
        configuration.headLimit = 1 << 20
        configuration.idleTimeout = .seconds(75)
        try await Site.open(configuration) { site in
            let (client, other) = (RawClient(site.port), RawClient(site.port))
            client.send("GET /hello HTTP/1.1\r\nX: ")
            let start = ContinuousClock.now
            // Another client's request goes between the bytes; sending fails once the server closed.
            while client.send("a"), start.duration(to: .now) < .seconds(10) {
                other.send(Self.hello)
                #expect(await other.read(1, endingWith: "hello").statuses == [200])
            }
            #expect(start.duration(to: .now) < .seconds(5))
            #expect(start.duration(to: .now) >= .milliseconds(250))
        }
    }

    @Test("at the connection cap newcomers wait, and are served when a place is free")
    func capHoldsAndRecovers() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.connectionLimit = 10
        try await Site.open(configuration) { site in
            var clients = (0..<30).map { _ in RawClient(site.port) }
            for client in clients { client.send(ParkingTests.parked) }
            #expect(await site.shelf.waitForArrivals(10))
            #expect(site.server.openConnections == 10)
            for round in 2...3 {
                await site.shelf.answerAll()
                for client in clients.prefix(10) {
                    #expect(await client.read(1, endingWith: "answer 0").statuses == [200])
                    client.finishSending()
                }
                clients.removeFirst(10)
                #expect(await site.shelf.waitForArrivals(round * 10))
                #expect(site.server.openConnections <= 10)
            }
        }
    }

    @Test("two servers never share a port")
    func portIsNotShared() async throws {
        try await Site.open { site in
            var configuration = HTTPServerConfiguration()
            configuration.port = site.port
            let other = HTTPServer(
                configuration: configuration, router: HTTPRouter(), loops: site.group.loops,
                errorResponse: { HTTPResponse(status: $0.status) })
            await #expect(throws: HTTPServerError.self) { _ = try await other.start() }
        }
    }

    @Test("a client that reads slowly gets all of a refusal though it still sends")
    func refusalSurvivesUnreadBody() async throws {
        try await Site.open { site in
            let client = RawClient(site.port)
            let size = 3_000_000
            client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n")
            client.send([UInt8](repeating: 0x78, count: size))
            let reply = await client.readToEnd()
            #expect(reply.statuses == [413])
            #expect(reply.ended)
        }
    }
}
