import CEvent
import EventLoop
import Glibc

/// One client's connection: the gate before evhttp's input, the deadline that now counts, and the
/// request that is being answered.
///
/// Confined to its loop. evhttp sees only what the gate wrote: for each request that passes, the shortest
/// head that frames its body; for a refused one, a bare request that stands for the refusal.
final class ServerConnection {
    private enum Arrival {
        case request(HTTPHead, RouteMatch)
        case refusal(HTTPRefusal)
    }

    /// What the client has to finish.
    private enum Awaited { case head, body, nothing }

    unowned let server: LoopServer
    let bufferevent: OpaquePointer
    private var evhttpConnection: OpaquePointer?
    private var inputWatch: OpaquePointer?
    private var gate = HTTPGate()
    private var isRewriting = false
    /// Nothing but the end is awaited.
    private var linger: Linger?
    private var arrivals: [Arrival] = []
    private var exchange: Exchange?
    private var awaited = Awaited.head
    /// When the connection is closed if nothing changes; nil while a request is being answered.
    private var deadline: ContinuousClock.Instant?

    init(_ bufferevent: OpaquePointer, server: LoopServer) {
        self.server = server
        self.bufferevent = bufferevent
        deadline = .now + server.settings.configuration.headDeadline
        inputWatch = evbuffer_add_cb(
            bufferevent_get_input(bufferevent),
            { buffer, change, context in
                guard let buffer, let change, let context else { return }
                // The server's table keeps the connection until the watch is taken down.
                Unmanaged<ServerConnection>.fromOpaque(context).takeUnretainedValue()
                    .received(Int(change.pointee.n_added), in: buffer)
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    var descriptor: Int32 { bufferevent_getfd(bufferevent) }

    /// The peer's address without its port; empty once it is gone.
    var remoteAddress: String {
        guard let evhttpConnection else { return "" }
        var address: UnsafeMutablePointer<CChar>?
        var port: UInt16 = 0
        evhttp_connection_get_peer(evhttpConnection, &address, &port)
        return address.map { String(cString: $0) } ?? ""
    }

    var isIdle: Bool {
        exchange == nil && linger == nil && arrivals.isEmpty
            && !gate.isInsideBody && !gate.isInsideHead
            && evbuffer_get_length(bufferevent_get_output(bufferevent)) == 0
    }

    /// Takes the connection that evhttp made; from now on its end is noticed.
    func adopt(_ evhttpConnection: OpaquePointer) {
        self.evhttpConnection = evhttpConnection
    }

    /// Closes at once, whatever is under way.
    func close() {
        if let evhttpConnection { evhttp_connection_free(evhttpConnection) }
    }

    func closeIfIdle() {
        if isIdle { close() }
    }

    /// evhttp is about to free the connection.
    func ended() {
        detach()
        exchange?.connectionClosed()
        exchange = nil
        evhttpConnection = nil
    }

    /// Takes the gate off the input.
    func detach() {
        guard let inputWatch else { return }
        evbuffer_remove_cb_entry(bufferevent_get_input(bufferevent), inputWatch)
        self.inputWatch = nil
    }

    func closeIfLate(_ now: ContinuousClock.Instant) {
        guard let deadline, now >= deadline else { return }
        // A slow reader of an answer is evhttp's write time-out's.
        let unsent = evbuffer_get_length(bufferevent_get_output(bufferevent))
        if linger != nil || unsent == 0 { close() }
    }
}

extension ServerConnection {
    /// New bytes are in evhttp's input, which it has not looked at.
    private func received(_ count: Int, in buffer: OpaquePointer) {
        guard count > 0, !isRewriting else { return }
        if linger != nil { return drop(count, buffer) }
        isRewriting = true
        defer { isRewriting = false }
        if !gate.passes(count) {
            var passed: [UInt8] = []
            gate.receive(InputBuffer.cut(count, off: buffer), settings: server.settings) { piece in
                pass(piece, &passed)
            }
            if !passed.isEmpty { evbuffer_add(buffer, passed, passed.count) }
        }
        if exchange == nil { setDeadline() }
    }

    /// Writes for evhttp what a piece comes to.
    private func pass(_ piece: HTTPGate.Piece, _ passed: inout [UInt8]) {
        switch piece {
        case .head(let head, let match):
            arrivals.append(.request(head, match))
            guard head.contentLength > 0 else { return passed.append(contentsOf: Self.bare) }
            let length = "POST / HTTP/1.1\r\nContent-Length: \(head.contentLength)\r\n"
            passed.append(contentsOf: length.utf8)
            if head.expectsContinue {
                passed.append(contentsOf: "Expect: 100-continue\r\n".utf8)
            }
            passed.append(contentsOf: "\r\n".utf8)
        case .body(let bytes): passed.append(contentsOf: bytes)
        case .refusal(let refusal):
            arrivals.append(.refusal(refusal))
            passed.append(contentsOf: Self.bare)
        }
    }

    private static let bare = Array("GET / HTTP/1.1\r\n\r\n".utf8)

    /// Sets the deadline for what the client has to do now; a deadline once set for a head or a body is
    /// not moved by more bytes of it.
    private func setDeadline() {
        let limits = server.settings.configuration
        let next: Awaited = gate.isInsideBody ? .body : gate.isInsideHead ? .head : .nothing
        guard next != awaited else { return }
        awaited = next
        switch next {
        case .head: deadline = .now + limits.headDeadline
        case .body: deadline = .now + limits.bodyDeadline
        case .nothing: deadline = nil
        }
    }

    /// evhttp has a whole request.
    func dispatch(_ request: Exchange.OpaqueRequest) {
        guard !arrivals.isEmpty else { return close() }
        let arrival = arrivals.removeFirst()
        if arrivals.isEmpty { arrivals = [] }
        deadline = nil
        awaited = .nothing
        switch arrival {
        case .refusal(let refusal):
            let exchange = Exchange(request, on: self, head: nil, routeName: nil)
            self.exchange = exchange
            exchange.refuseAndClose(refusal)
        case .request(let head, let match): answer(request, head, match)
        }
    }

    private func answer(
        _ request: Exchange.OpaqueRequest, _ head: HTTPHead, _ match: RouteMatch
    ) {
        var name: String?
        if case .route(let route, _) = match { name = route.name }
        let exchange = Exchange(request, on: self, head: head, routeName: name)
        self.exchange = exchange
        let input = evhttp_request_get_input_buffer(request)
        switch match {
        case .notFound: exchange.refuse(HTTPRefusal(404, "no such path").of(head))
        case .notImplemented:
            exchange.refuse(HTTPRefusal(501, "this method is not known here").of(head))
        case .methodNotAllowed(let allow):
            exchange.refuse(
                HTTPRefusal(405, "the path does not take this method").of(head),
                headers: [("Allow", allow)])
        case .route(let route, let values):
            let whole = HTTPRequest(
                head: head, routeName: route.name,
                parameters: Array(zip(route.parameterNames, values)),
                body: input.map(InputBuffer.takeAll) ?? [], remoteAddress: remoteAddress,
                receivedAt: exchange.receivedAt, requestID: exchange.requestID, loop: server.loop)
            evhttp_clear_headers(evhttp_request_get_input_headers(request))
            server.run(route, whole, for: exchange)
        }
    }

    /// The answer is on its way: the client's next request is awaited.
    func finished() {
        exchange = nil
        deadline = .now + server.settings.configuration.idleTimeout
        if arrivals.isEmpty { setDeadline() }
    }

    /// After a refusal: lets the client read it before the connection goes, dropping what it still sends.
    func linger(after request: Exchange.OpaqueRequest) {
        let linger = Linger(from: .now, atMost: server.settings.configuration.bodyDeadline)
        self.linger = linger
        deadline = linger.deadline
        evhttp_request_set_on_complete_cb(
            request,
            { request, _ in
                guard let connection = evhttp_request_get_connection(request),
                    let bufferevent = evhttp_connection_get_bufferevent(connection)
                else { return }
                shutdown(bufferevent_getfd(bufferevent), Int32(SHUT_WR))
            }, nil)
    }

    private func drop(_ count: Int, _ buffer: OpaquePointer) {
        evbuffer_drain(buffer, count)
        linger?.dropped(count, at: .now)
        deadline = linger?.deadline
        if linger?.takesMore == false { bufferevent_disable(bufferevent, Int16(EV_READ)) }
    }
}
