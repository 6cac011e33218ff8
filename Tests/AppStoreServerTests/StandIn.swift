import AppStoreServer
import Cryptography
import EventLoop
import HTTPServer
import InterlockAPI
import Synchronization
import TestSupport

/// A stand-in of the store for one environment: real HTTP, answers as the test says.
final class StandIn: Sendable {
    /// A request as it came.
    struct Seen: Sendable {
        let call: String
        let method: String
        let path: String
        let query: [String]
        let headers: [String: String]
        let body: String
    }

    enum Reply: Sendable {
        case answer(Int, String, headers: [(String, String)] = [])
        /// Not answered, unless by ``StandIn/answer(_:)``.
        case hang

        static func json(_ body: String) -> Reply { .answer(200, body) }
        static func failure(_ status: Int, code: Int64, _ headers: [(String, String)] = []) -> Reply
        {
            .answer(
                status, #"{"errorCode":\#(code),"errorMessage":"message \#(code)"}"#,
                headers: headers)
        }
    }

    typealias Behaviour = @Sendable (Seen) -> Reply

    let loop: EventLoop
    let port: UInt16
    private let scheme: String
    private let server: HTTPServer
    private let record: Record

    /// What came, and who hangs.
    private final class Record: Sendable {
        let seen = Mutex<[Seen]>([])
        let hanging = Mutex<[LoopBound<HTTPResponder>]>([])
        let arrivals = AsyncStream<Void>.makeStream()
        let departures = AsyncStream<Void>.makeStream()
    }

    private init(
        _ loop: EventLoop, _ tls: HTTPServerConfiguration.TLSFiles?,
        _ behaviour: @escaping Behaviour
    ) async throws {
        let record = Record()
        scheme = tls == nil ? "http" : "https"
        var configuration = HTTPServerConfiguration()
        configuration.tls = tls
        (self.loop, self.record) = (loop, record)
        var router = HTTPRouter()
        for (method, template, call) in Self.routes {
            router.on(method, template, name: call) { request in
                Self.handle(request, record, behaviour)
            }
        }
        server = HTTPServer(
            configuration: configuration, router: router, loops: [loop],
            errorResponse: { HTTPResponse(status: $0.status, body: Array("no JSON".utf8)) })
        port = try await server.start()
    }

    /// Runs `body` with a stand-in on `loop`, closed afterwards.
    static func open<Value>(
        on loop: EventLoop, tls: HTTPServerConfiguration.TLSFiles? = nil,
        _ behaviour: @escaping Behaviour,
        _ body: (StandIn) async throws -> Value
    ) async throws -> Value {
        let store = try await StandIn(loop, tls, behaviour)
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await body(store)) } catch { outcome = .failure(error) }
        store.record.hanging.withLock { $0 = [] }
        await store.server.stop(within: .milliseconds(100))
        return try outcome.get()
    }

    var seen: [Seen] { record.seen.withLock { $0 } }
    var openConnections: Int { server.openConnections }
    var endpoint: StoreEndpoint {
        get throws { try StoreEndpoint("\(scheme)://127.0.0.1:\(port)") }
    }

    /// Waits until one more request has come.
    func arrival() async throws {
        let arrivals = record.arrivals.stream
        try await withDeadline(.seconds(20), "a request") { for await _ in arrivals { return } }
    }

    /// Waits until one more of the hanging requests was given up.
    func departure() async throws {
        let departures = record.departures.stream
        try await withDeadline(.seconds(20), "an end") { for await _ in departures { return } }
    }

    /// Answers the requests that hang.
    func answer(_ reply: Reply) {
        guard case .answer = reply else { return }
        for responder in record.hanging.withLock({ exchange(&$0, with: []) }) {
            responder.loop.execute { responder.onLoop.send(Self.response(reply)) }
        }
    }

    private static let routes: [(HTTPRequest.Method, String, String)] = [
        (.get, "/inApps/v2/history/{id}", "history"),
        (.get, "/inApps/v1/transactions/{id}", "transaction"),
        (.get, "/inApps/v1/subscriptions/{id}", "subscriptions"),
        (.post, "/inApps/v1/notifications/history", "notifications"),
        (.post, "/inApps/v1/notifications/test", "test"),
        (.get, "/inApps/v1/notifications/test/{id}", "test status"),
        (.put, "/inApps/v1/transactions/{id}/appAccountToken", "token"),
    ]

    private static func handle(
        _ request: HTTPRequest, _ record: Record, _ behaviour: Behaviour
    ) -> HTTPAnswer {
        var headers: [String: String] = [:]
        for name in ["Authorization", "Host", "Accept", "Content-Type", "User-Agent"] {
            headers[name] = request.header(name)
        }
        let seen = Seen(
            call: request.routeName, method: request.method.name, path: request.path,
            query: request.query()?.pairs.map { "\($0.name)=\($0.value)" } ?? ["?"],
            headers: headers, body: String(decoding: request.body, as: UTF8.self))
        record.seen.withLock { $0.append(seen) }
        let reply = behaviour(seen)
        record.arrivals.continuation.yield()
        switch reply {
        case .answer: return .response(response(reply))
        case .hang:
            return .deferred { responder in
                responder.onClosed = { record.departures.continuation.yield() }
                record.hanging.withLock {
                    $0.append(LoopBound(responder, on: responder.loop))
                }
            }
        }
    }

    private static func response(_ reply: Reply) -> HTTPResponse {
        guard case .answer(let status, let body, let headers) = reply else {
            return HTTPResponse(status: 500)
        }
        return HTTPResponse(
            status: status, headers: headers.map { (name: $0.0, value: $0.1) },
            body: Array(body.utf8))
    }
}
