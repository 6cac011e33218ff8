import EventLoop
import HTTPServer
import Testing

@Suite("Going")
struct DrainTests {
    static let hello = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test("a drain closes the idle, answers the others with a close, and ends with the last")
    func drainAnswersEverything() async throws {
        try await Site.open(loops: 2) { site in
            let kept = RawClient(site.port)
            kept.send(Self.hello)
            #expect(!(await kept.read(1, endingWith: "hello").text.contains("Connection: close")))
            let parked = RawClient(site.port)
            parked.send(ParkingTests.parked)
            #expect(await site.shelf.waitForArrivals(1))

            let start = ContinuousClock.now
            let drain = Task { await site.server.drain(over: .seconds(60)) }
            #expect(await site.shelf.waitForDrain())
            #expect(await kept.readToEnd().ended)
            // The parked request holds the drain: newcomers are still answered.
            let newcomer = RawClient(site.port)
            newcomer.send(Self.hello)
            let reply = await newcomer.readToEnd()
            #expect(reply.statuses == [200])
            #expect(reply.text.contains("Connection: close"))
            #expect(reply.ended)
            await site.shelf.answerAll()
            let last = await parked.readToEnd()
            #expect(last.statuses == [200])
            #expect(last.text.contains("Connection: close"))
            await drain.value
            #expect(start.duration(to: .now) < .seconds(20))
            let late = RawClient(site.port)
            late.send(Self.hello)
            #expect(await late.readToEnd().statuses.isEmpty)
        }
    }

    @Test("a drain with nothing to answer ends at once", arguments: [0, 1, 40])
    func drainOfTheIdle(_ idle: Int) async throws {
        try await Site.open(loops: 2) { site in
            let clients = (0..<idle).map { _ in RawClient(site.port) }
            for client in clients {
                client.send(Self.hello)
                _ = await client.read(1, endingWith: "hello")
            }
            let start = ContinuousClock.now
            await site.server.drain(over: .seconds(60))
            #expect(start.duration(to: .now) < .seconds(20))
            for client in clients { #expect(await client.readToEnd().ended) }
            #expect(site.server.openConnections == 0)
        }
    }

    @Test("a drain waits for a request that is on its way, and for one that a handler answers")
    func drainWaitsForRequests() async throws {
        try await Site.open { site in
            let sending = RawClient(site.port)
            sending.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nha")
            let busy = RawClient(site.port)
            busy.send(ParkingTests.parked)
            #expect(await site.shelf.waitForArrivals(1))
            let drain = Task { await site.server.drain(over: .seconds(60)) }
            #expect(await site.shelf.waitForDrain())
            await site.shelf.answerAll()
            #expect(await busy.readToEnd().statuses == [200])
            sending.send("lf")
            let reply = await sending.readToEnd()
            #expect(reply.statuses == [200] && reply.text.hasSuffix("half"))
            await drain.value
        }
    }

    @Test("a drain that nothing ends lasts its time, and no longer when it is cancelled")
    func drainIsBounded() async throws {
        try await Site.open { site in
            let parked = RawClient(site.port)
            parked.send(ParkingTests.parked)
            #expect(await site.shelf.waitForArrivals(1))
            await site.server.drain(over: .milliseconds(50))
            #expect(site.server.parkedRequests == 1)
            let start = ContinuousClock.now
            let drain = Task { await site.server.drain(over: .seconds(60)) }
            drain.cancel()
            await drain.value
            #expect(start.duration(to: .now) < .seconds(20))
        }
    }

    @Test("stopping closes idle connections, and cancels and awaits handlers")
    func stopAwaitsHandlers() async throws {
        try await Site.open { site in
            let idle = RawClient(site.port)
            idle.send(Self.hello)
            _ = await idle.read(1, endingWith: "hello")
            let busy = RawClient(site.port)
            busy.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await site.shelf.waitForArrivals(1))
            await site.server.stop(within: .milliseconds(50))
            #expect(site.server.openConnections == 0)
            #expect(await idle.readToEnd().ended)
            #expect(await busy.readToEnd().ended)
            // The cancelled handler's answer was the request's one end.
            #expect(site.finished.all.map(\.routeName) == ["hello", "slow"])
        }
    }

    @Test(
        "a parked request whose owner outlives the server is closed, and answering it does nothing")
    func parkedAtTheEndIsClosed() async throws {
        try await Site.open { site in
            let parked = RawClient(site.port)
            parked.send(ParkingTests.parked)
            #expect(await site.shelf.waitForArrivals(1))
            await site.server.stop(within: .milliseconds(10))
            #expect(await site.shelf.waitForClosings(1))
            await site.shelf.answerAll()
            let reply = await parked.readToEnd()
            #expect(reply.ended)
            #expect(reply.statuses.isEmpty)
        }
    }
}
