import EventLoop
import HTTPServer
import Testing

@Suite("Going")
struct DrainTests {
    static let hello = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test("a drain answers with Connection: close, tells the owner, and then refuses connections")
    func drainAnswersEverything() async throws {
        try await Site.open(loops: 2) { site in
            let kept = RawClient(site.port)
            kept.send(Self.hello)
            #expect(!(await kept.read(1, endingWith: "hello").text.contains("Connection: close")))
            let parked = RawClient(site.port)
            parked.send(ParkingTests.parked)
            #expect(await site.shelf.waitForArrivals(1))

            let drain = Task { await site.server.drain(over: .seconds(60)) }
            #expect(await site.shelf.waitForDrain())
            for client in [kept, RawClient(site.port)] {
                client.send(Self.hello)
                let reply = await client.readToEnd()
                #expect(reply.statuses == [200])
                #expect(reply.text.contains("Connection: close"))
                #expect(reply.ended)
            }
            await site.shelf.answerAll()
            let last = await parked.readToEnd()
            #expect(last.statuses == [200])
            #expect(last.text.contains("Connection: close"))
            drain.cancel()
            await drain.value
            let late = RawClient(site.port)
            late.send(Self.hello)
            #expect(await late.readToEnd().statuses.isEmpty)
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
