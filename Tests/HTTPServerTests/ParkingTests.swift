import EventLoop
import HTTPClient
import HTTPServer
import Testing

@Suite("Parked requests")
struct ParkingTests {
    static let parked = "GET /parked HTTP/1.1\r\nHost: a\r\n\r\n"
    static let hello = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test("a deferred request is answered exactly once, and its connection goes on")
    func answeredOnce() async throws {
        try await Site.open { site in
            let client = RawClient(site.port)
            client.send(Self.parked)
            #expect(await site.shelf.waitForArrivals(1))
            #expect(site.server.parkedRequests == 1)
            await site.shelf.answerAll(times: 3)
            client.send(Self.hello)
            let reply = await client.read(2, endingWith: "\r\n\r\nhello")
            #expect(reply.statuses == [200, 200])
            #expect(reply.text.contains("answer 0"))
            #expect(!reply.text.contains("answer 1"))
            #expect(site.server.parkedRequests == 0)
            #expect(site.finished.all.count == 2)
        }
    }

    @Test("a responder that is dropped unsent answers 503, on its loop or off it")
    func droppedAnswers503() async throws {
        try await Site.open { site in
            let client = RawClient(site.port)
            client.send("GET /forsaken HTTP/1.1\r\nHost: a\r\n\r\n" + Self.parked)
            #expect(await site.shelf.waitForArrivals(1))
            site.shelf.drop()
            let reply = await client.read(2, endingWith: "given up")
            #expect(reply.statuses == [503, 503])
        }
    }

    enum Farewell: CaseIterable, Sendable { case close, reset, closeAfterPipelining, reclose }

    @Test("the going of a parked client is noticed at once", arguments: Farewell.allCases)
    func closingIsNoticed(_ farewell: Farewell) async throws {
        try await Site.open { site in
            let client = RawClient(site.port)
            client.send(Self.parked)
            #expect(await site.shelf.waitForArrivals(1))
            switch farewell {
            case .close: client.finishSending()
            case .reset: client.reset()
            case .closeAfterPipelining:
                client.send(Self.hello)
                client.finishSending()
            case .reclose:
                client.send(Self.hello)
                client.reset()
            }
            #expect(await site.shelf.waitForClosings(1))
            #expect(await site.shelf.isOpen() == [false])
            // An answer after the going harms nobody.
            await site.shelf.answerAll()
            #expect(site.server.openConnections == 0)
            #expect(site.finished.all.map(\.aborted) == [true])
            let other = RawClient(site.port)
            other.send(Self.hello)
            #expect(await other.read(1, endingWith: "hello").statuses == [200])
        }
    }

    @Test("a parked request waits while its client pipelines the next, which is answered after it")
    func pipelinedBehindAParkedOne() async throws {
        try await Site.open { site in
            let client = RawClient(site.port)
            client.send(Self.parked)
            #expect(await site.shelf.waitForArrivals(1))
            client.send(Self.hello + Self.parked)
            #expect(await site.shelf.isOpen() == [true])
            await site.shelf.answerAll()
            #expect(await site.shelf.waitForArrivals(2))
            await site.shelf.answerAll()
            let reply = await client.read(3, endingWith: "answer 0")
            #expect(reply.statuses == [200, 200, 200])
        }
    }

    @Test("a parked request outlives every deadline of the connection")
    func deadlinesDoNotTouchParkedOnes() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.headDeadline = .milliseconds(40)
        configuration.bodyDeadline = .milliseconds(40)
        configuration.idleTimeout = .milliseconds(40)
        try await Site.open(configuration) { site in
            let client = RawClient(site.port)
            client.send(Self.parked)
            #expect(await site.shelf.waitForArrivals(1))
            // An idle connection that came later is closed: by then the deadlines have passed.
            let idle = RawClient(site.port)
            #expect(await idle.readToEnd().ended)
            #expect(await site.shelf.isOpen() == [true])
            await site.shelf.answerAll()
            #expect(await client.read(1, endingWith: "answer 0").statuses == [200])
        }
    }

    @Test("2,000 parked requests are all answered, each once")
    func twoThousandAreAnswered() async throws {
        try await Site.open(loops: 2) { site in
            let clients = (0..<2_000).map { _ in RawClient(site.port) }
            for client in clients { client.send(Self.parked) }
            #expect(await site.shelf.waitForArrivals(2_000))
            #expect(site.server.parkedRequests == 2_000)
            // The half of them leave.
            for client in clients.prefix(1_000) { client.finishSending() }
            #expect(await site.shelf.waitForClosings(1_000))
            await site.shelf.answerAll()
            for client in clients.dropFirst(1_000) {
                let reply = await client.read(1, endingWith: "answer 0")
                #expect(reply.statuses == [200])
            }
            #expect(site.server.parkedRequests == 0)
            #expect(await site.finished.waitFor(2_000))
            #expect(site.finished.all.count { $0.aborted } == 1_000)
        }
    }

    @Test("after the burst the process can do it again: no descriptor is left behind")
    func nothingLeaks() async throws {
        try await Site.open { site in
            for round in 1...5 {
                let clients = (0..<100).map { _ in RawClient(site.port) }
                for client in clients { client.send(Self.parked) }
                #expect(await site.shelf.waitForArrivals(round * 100))
                for client in clients { client.reset() }
                #expect(await site.shelf.waitForClosings(round * 100))
                // The last one is told of in the turn of its loop that also counts it off.
                #expect(await site.shelf.isOpen().allSatisfy { !$0 })
                #expect(site.server.openConnections == 0)
            }
        }
    }
}
