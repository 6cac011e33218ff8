import EventLoop
import HTTPClient
import HTTPServer
import Testing

@testable import HTTPServer

@Suite("Early answers")
struct EarlyAnswerTests {
    static let lavish: HTTPServerConfiguration = {
        var configuration = HTTPServerConfiguration()
        configuration.bodyDeadline = .milliseconds(300)
        return configuration
    }()

    @Test(
        "a refusal that comes before the body is sent is the request's answer",
        arguments: [101_000, 300_000, 3_000_000])
    func refusalIsRead(_ size: Int) async throws {
        try await Site.open { site in
            let loop = try EventLoop(name: "client")
            let connection = HTTPConnection(host: "127.0.0.1", port: site.port, on: loop)
            let body = [UInt8](repeating: 0x78, count: size)
            for _ in 0..<30 {
                let refused = try await connection.request(.post, "/echo", body: body)
                #expect(refused.status == 413)
                #expect(try await connection.request(.get, "/hello").status == 200)
            }
            connection.close()
            loop.stop()
        }
    }

    @Test("an answer counts though its server resets the connection over the rest of the request")
    func answerBeforeReset() async throws {
        let server = RawServer()
        let loop = try EventLoop(name: "client")
        let connection = HTTPConnection(host: "127.0.0.1", port: server.port, on: loop)
        for _ in 0..<30 {
            async let served: Void = server.serve { peer in
                peer.read(until: "\r\n\r\n")
                peer.send("HTTP/1.1 413 Too Much\r\nContent-Length: 2\r\n\r\nno")
            }
            let body = [UInt8](repeating: 0x78, count: 3_000_000)
            let answer = try await connection.request(.post, "/", body: body)
            #expect(answer.status == 413 && answer.body == Array("no".utf8))
            await served
        }
        connection.close()
        loop.stop()
    }

    @Test("a client that still sends after its refusal is read on, for a time")
    func lingeringEnds() async throws {
        try await Site.open(Self.lavish) { site in
            let client = RawClient(site.port)
            client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100001\r\n\r\n")
            #expect(await client.readToEnd().statuses == [413])
            let start = ContinuousClock.now
            // Sending fails once the server closed.
            while client.send("x"), start.duration(to: .now) < .seconds(10) {}
            #expect(start.duration(to: .now) < .seconds(5))
            #expect(site.server.openConnections == 0)
        }
    }

    @Test("lingering ends with silence, with its time and with its amount, whichever is first")
    func lingeringIsBounded() {
        let start = ContinuousClock.now
        var linger = Linger(from: start, atMost: .seconds(30))
        #expect(linger.deadline == start + .seconds(5))
        for second in 1...28 {
            linger.dropped(1_000, at: start + .seconds(second))
            #expect(linger.deadline == start + min(.seconds(second + 5), .seconds(30)))
        }
        #expect(linger.takesMore)
        let late = start + .seconds(29)
        linger.dropped(Linger.amount, at: late)
        #expect(!linger.takesMore && linger.deadline == late)
    }

    @Test("of a body without an end only so much is read")
    func amountIsBounded() async throws {
        try await Site.open { site in
            let client = RawClient(site.port)
            client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 999999999\r\n\r\n")
            let piece = [UInt8](repeating: 0x78, count: 1 << 20)
            var sent = 0
            while sent < 1 << 30, client.send(piece) { sent += piece.count }
            #expect(sent >= Linger.amount - piece.count && sent < 1 << 30)
        }
    }
}
