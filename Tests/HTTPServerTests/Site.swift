import EventLoop
import HTTPServer

/// A server on loops of its own with a few routes, for one test.
final class Site: Sendable {
    let group: EventLoopGroup
    let server: HTTPServer
    let port: UInt16
    let shelf: Shelf
    let finished: Journal

    private init(_ loops: Int, _ configuration: HTTPServerConfiguration) async throws {
        let (shelf, finished) = (Shelf(), Journal())
        (self.shelf, self.finished) = (shelf, finished)
        group = try EventLoopGroup(count: loops, name: "site")
        server = HTTPServer(
            configuration: configuration, router: Self.router(shelf), loops: group.loops,
            errorResponse: { refusal in
                HTTPResponse(
                    status: refusal.status, headers: [("Content-Type", "text/plain")],
                    body: Array("error: \(refusal.reason)".utf8))
            },
            onFinished: { finished.add($0) }, onDrain: { _ in shelf.drained() })
        port = try await server.start()
    }

    /// Runs `body` with a server, and ends the server after it.
    static func open<Value: Sendable>(
        loops: Int = 1, _ configuration: HTTPServerConfiguration = .init(),
        _ body: (Site) async throws -> Value
    ) async throws -> Value {
        let site = try await Site(loops, configuration)
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await body(site)) } catch { outcome = .failure(error) }
        await site.server.stop(within: .milliseconds(100))
        site.group.stop()
        return try outcome.get()
    }

    private static func router(_ shelf: Shelf) -> HTTPRouter {
        var router = HTTPRouter()
        router.on(.get, "/hello", name: "hello") { _ in text("hello") }
        router.on(.post, "/echo", name: "echo", bodyLimit: 100_000) { request in
            .response(HTTPResponse(status: 200, body: request.body))
        }
        router.on(.put, "/echo", name: "put") { _ in text("put") }
        router.on(.get, "/items/{id}", name: "item") { request in
            text("item \(request.parameter("id") ?? "-") q=\(request.query()?["q"] ?? "nil")")
        }
        router.on(.get, "/items/special", name: "special") { _ in text("special") }
        router.on(.get, "/items/{id}/parts/{part}", name: "part") { request in
            text("\(request.parameter("id") ?? "-")/\(request.parameter("part") ?? "-")")
        }
        router.on(.get, "/whoami", name: "whoami") { request in
            text(
                "\(request.remoteAddress) \(request.loop.isCurrent) \(request.header("x-a") ?? "")")
        }
        router.on(.get, "/host", name: "host") { request in
            text("host=\(request.header("host") ?? "-") path=\(request.path)")
        }
        router.on(.get, "/parked", name: "parked") { _ in .deferred { shelf.put($0) } }
        router.on(.get, "/forsaken", name: "forsaken") { _ in .deferred { _ in } }
        router.on(.get, "/slow", name: "slow") { request in
            shelf.arrived()
            try? await request.loop.sleep(for: .seconds(30))
            return text(Task.isCancelled ? "cancelled" : "slept")
        }
        router.on(.get, "/gated", name: "gated") { _ in
            shelf.arrived()
            return text(await shelf.waitForGate() ? "passed" : "the gate stayed shut")
        }
        router.on(.get, "/urgent", name: "urgent", isUrgent: true) { _ in text("urgent") }
        router.on(.get, "/wrong-header", name: "wrong") { _ in
            .response(
                HTTPResponse(
                    status: 200, headers: [("X-Bad", "a\r\nX-Evil: 1"), ("X-Good", "b")]))
        }
        router.on(.delete, "/none", name: "none") { _ in .response(HTTPResponse(status: 204)) }
        return router
    }

    private static func text(_ text: String) -> HTTPAnswer {
        .response(
            HTTPResponse(
                status: 200, headers: [("Content-Type", "text/plain")], body: Array(text.utf8)))
    }
}
