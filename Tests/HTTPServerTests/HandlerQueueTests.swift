import EventLoop
import HTTPServer
import Testing

@Suite("Handlers at once")
struct HandlerQueueTests {
    private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

    private static var two: HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration()
        configuration.handlersPerLoop = 2
        return configuration
    }

    @Test("beyond the bound requests wait in order; what is urgent or parked is not held up")
    func waitInOrder() async throws {
        try await Site.open(Self.two) { site in
            let running = (0..<2).map { _ in RawClient(site.port) }
            for client in running { client.send(Self.get("/gated")) }
            #expect(await site.shelf.waitForArrivals(2))
            let waiting = (0..<40).map { _ in RawClient(site.port) }
            for client in waiting { client.send(Self.get("/parked")) }
            let urgent = RawClient(site.port)
            urgent.send(Self.get("/urgent"))
            #expect(await urgent.read(1, endingWith: "urgent").statuses == [200])
            #expect(site.server.parkedRequests == 0)
            site.shelf.openGate()
            for client in running {
                #expect(await client.read(1, endingWith: "passed").statuses == [200])
            }
            // All forty pass the two places: a parked request gives its place back.
            #expect(await site.shelf.waitForArrivals(42))
            await site.shelf.answerAll()
            for client in waiting {
                #expect(await client.read(1, endingWith: "answer 0").statuses == [200])
            }
        }
    }

    @Test("a stop while requests wait ends without their handlers")
    func stopWhileWaiting() async throws {
        let client = try await Site.open(Self.two) { site in
            let running = (0..<2).map { _ in RawClient(site.port) }
            for client in running { client.send(Self.get("/slow")) }
            #expect(await site.shelf.waitForArrivals(2))
            let waiting = RawClient(site.port)
            waiting.send(Self.get("/hello"))
            let urgent = RawClient(site.port)
            urgent.send(Self.get("/urgent"))
            #expect(await urgent.read(1, endingWith: "urgent").statuses == [200])
            return waiting
        }
        #expect(await client.readToEnd().statuses.isEmpty)
    }
}
