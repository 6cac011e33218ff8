import EventLoop
import Glibc
import HTTPServer
import Synchronization

// HTTPServerTests: the server's promises, mostly by raw bytes over real sockets.

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
            text("\(request.remoteAddress) \(request.loop.isCurrent) \(request.header("x-a") ?? "")")
        }
        router.on(.get, "/parked", name: "parked") { _ in .deferred { shelf.put($0) } }
        router.on(.get, "/forsaken", name: "forsaken") { _ in .deferred { _ in } }
        router.on(.get, "/slow", name: "slow") { request in
            shelf.arrived()
            try? await request.loop.sleep(for: .seconds(30))
            return text(Task.isCancelled ? "cancelled" : "slept")
        }
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

/// Keeps the responders of parked requests, and signals what happens to them.
final class Shelf: Sendable {
    private let responders = Mutex<[LoopBound<HTTPResponder>]>([])
    private let signals = Signal()
    private let closings = Signal()
    private let drains = Signal()

    func put(_ responder: HTTPResponder) {
        let bound = LoopBound(responder, on: responder.loop)
        responders.withLock { $0.append(bound) }
        responder.onClosed = { [closings] in closings.send() }
        signals.send()
    }

    func arrived() { signals.send() }
    func drained() { drains.send() }

    /// Waits until so many requests have arrived since the start; false after 20 seconds.
    func waitForArrivals(_ count: Int) async -> Bool { await signals.wait(for: count) }
    func waitForClosings(_ count: Int) async -> Bool { await closings.wait(for: count) }
    func waitForDrain() async -> Bool { await drains.wait(for: 1) }

    /// Answers everything kept, `times` times.
    func answerAll(times: Int = 1) async {
        for bound in responders.withLock({ exchange(&$0, with: []) }) {
            await withCheckedContinuation { done in
                bound.loop.execute {
                    for turn in 0..<times {
                        let body = Array("answer \(turn)".utf8)
                        bound.onLoop.send(HTTPResponse(status: 200, body: body))
                    }
                    done.resume()
                }
            }
        }
    }

    func isOpen() async -> [Bool] {
        var all: [Bool] = []
        for bound in responders.withLock({ $0 }) {
            all.append(
                await withCheckedContinuation { done in
                    bound.loop.execute { done.resume(returning: bound.onLoop.isOpen) }
                })
        }
        return all
    }

    /// Lets go of everything kept, off the loop.
    func drop() { responders.withLock { $0 = [] } }
}

/// Counts, and lets a test wait for a count.
final class Signal: Sendable {
    private let state = Mutex<(count: Int, ended: Bool)>((0, false))
    private let condition = Condition()

    func send() { condition.change { self.state.withLock { $0.count += 1 } } }

    func wait(for count: Int) async -> Bool {
        await Offload.run {
            self.condition.wait(seconds: 20) { self.state.withLock { $0.count >= count } }
        }
    }
}

/// A POSIX condition variable.
final class Condition: @unchecked Sendable {
    // Invariant of `@unchecked Sendable`: both are made once and used through POSIX calls alone.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func change(_ body: () -> Void) {
        pthread_mutex_lock(mutex)
        body()
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    /// False when the deadline came first.
    func wait(seconds: Int, until isDone: () -> Bool) -> Bool {
        var deadline = timespec()
        clock_gettime(CLOCK_REALTIME, &deadline)
        deadline.tv_sec += seconds
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !isDone() {
            if pthread_cond_timedwait(condition, mutex, &deadline) != 0 { return isDone() }
        }
        return true
    }
}

/// Collects the summaries of finished requests.
final class Journal: Sendable {
    private let entries = Mutex<[HTTPRequestSummary]>([])
    private let signal = Signal()

    var all: [HTTPRequestSummary] { entries.withLock { $0 } }

    func add(_ summary: HTTPRequestSummary) {
        entries.withLock { $0.append(summary) }
        signal.send()
    }

    func waitFor(_ count: Int) async -> Bool { await signal.wait(for: count) }
}
