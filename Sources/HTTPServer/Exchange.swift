import CEvent
import EventLoop
import Synchronization

/// One request that evhttp has handed out, until its answer.
///
/// Confined to its loop. Small, because a parked request keeps it: the request itself is not kept.
final class Exchange {
    let loop: EventLoop
    let receivedAt: ContinuousClock.Instant
    let requestID: String
    let routeName: String?
    let method: HTTPRequest.Method
    private let keepsAlive: Bool
    private var isRefusal = false
    private var isParked = false
    /// Nil once answered, or gone with its connection.
    private var request: OpaqueRequest?
    private var connection: ServerConnection?
    private var closeWatch: UnsafeMutablePointer<event>?
    var onClosed: (() -> Void)?

    typealias OpaqueRequest = UnsafeMutablePointer<evhttp_request>

    init(
        _ request: OpaqueRequest, on connection: ServerConnection, head: HTTPHead?,
        routeName: String?
    ) {
        self.request = request
        self.connection = connection
        self.routeName = routeName
        loop = connection.server.loop
        receivedAt = .now
        requestID = head.map(RequestID.of) ?? RequestID.make()
        method = head?.method ?? .other("")
        keepsAlive = head?.keepsAlive ?? false
    }

    var isOpen: Bool { request != nil }

    /// Answers; does nothing when that was done or the client is gone.
    func finish(_ response: HTTPResponse) {
        guard let request, let connection else { return }
        leave()
        report(
            status: response.status, bytes: response.body.count, code: response.code, connection,
            aborted: false)
        let headers = evhttp_request_get_output_headers(request)
        for (name, value) in response.headers where Self.isSound(name, value) {
            evhttp_add_header(headers, name, value)
        }
        evhttp_add_header(headers, "Server", "interlock")
        evhttp_add_header(headers, "X-Request-Id", requestID)
        let closes = !keepsAlive || connection.server.isDraining
        if closes { evhttp_add_header(headers, "Connection", "close") }
        if response.mayHaveBody {
            evhttp_add_header(headers, "Content-Length", String(response.body.count))
            if method != .head {
                evbuffer_add(
                    evhttp_request_get_output_buffer(request), response.body, response.body.count)
            }
        }
        connection.finished()
        evhttp_send_reply(
            request, Int32(response.status), HTTPResponse.phrase(of: response.status), nil)
        if isRefusal {
            // evhttp would close at once, and unread bytes would make the kernel reset the connection
            // before the client has read why. Without the field it keeps it; the connection lingers.
            evhttp_remove_header(headers, "Connection")
            connection.linger(after: request)
        }
    }

    /// Answers with an error of the server's own.
    func refuse(_ refusal: HTTPRefusal, headers: [(name: String, value: String)] = []) {
        guard let connection else { return }
        var named = refusal
        named.requestID = requestID
        var response = connection.server.settings.errorResponse(named)
        response.headers += headers
        finish(response)
    }

    /// Answers with an error and closes, without losing the answer.
    func refuseAndClose(_ refusal: HTTPRefusal) {
        isRefusal = true
        refuse(refusal)
    }

    /// Hands the exchange to whoever answers later, and watches for the client's going.
    func park(_ take: (HTTPResponder) -> Void) {
        guard let connection, isOpen else { return }
        isParked = true
        connection.server.settings.counters.parked.wrappingAdd(1, ordering: .relaxed)
        watchForClose(connection)
        take(HTTPResponder(self))
    }

    /// Its responder was dropped.
    func forsake() {
        if isOpen { refuse(HTTPRefusal(503, "the request was given up")) }
    }

    /// Its connection is gone, and evhttp's request with it.
    func connectionClosed() {
        guard let connection, let request else { return }
        let isOrphan = evhttp_request_get_connection(request) == nil
        let onClosed = self.onClosed
        leave()
        // A request that evhttp took off its connection is ours to free.
        if isOrphan { evhttp_request_free(request) }
        report(status: 0, bytes: 0, code: nil, connection, aborted: true)
        onClosed?()
    }

    private func leave() {
        if let closeWatch {
            event_del(closeWatch)
            event_free(closeWatch)
        }
        if isParked {
            connection?.server.settings.counters.parked.wrappingSubtract(1, ordering: .relaxed)
        }
        closeWatch = nil
        isParked = false
        onClosed = nil
        request = nil
        connection = nil
    }

    private func report(
        status: Int, bytes: Int, code: String?, _ connection: ServerConnection, aborted: Bool
    ) {
        let label = if case .other = method { "OTHER" } else { method.name }
        connection.server.settings.onFinished(
            HTTPRequestSummary(
                method: label, routeName: routeName, status: status,
                duration: receivedAt.duration(to: .now), requestID: requestID, bytes: bytes,
                remoteAddress: connection.remoteAddress, aborted: aborted, code: code))
    }

    /// Field names are tokens and values hold no control characters, whoever made them.
    private static func isSound(_ name: String, _ value: String) -> Bool {
        Array(name.utf8)[...].consists(of: CharacterClass.token)
            && value.utf8.allSatisfy(CharacterClass.isFieldText)
    }
}

extension Exchange {
    /// While a request waits, evhttp reads nothing, so it would not notice that the client went away.
    ///
    /// Edge-triggered and for reading too: a reset arrives as readable, not as closed, and
    /// level-triggered it would be reported again and again.
    private func watchForClose(_ connection: ServerConnection) {
        closeWatch = event_new(
            loop.base, connection.descriptor,
            Int16(EV_READ | EV_CLOSED | EV_PERSIST | EV_ET),
            { descriptor, what, context in
                guard let context else { return }
                // Its connection keeps the exchange until the watch is taken down.
                let exchange = Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
                exchange.stirred(descriptor, closed: what & Int16(EV_CLOSED) != 0)
            }, Unmanaged.passUnretained(self).toOpaque())
        event_add(closeWatch, nil)
    }

    private func stirred(_ descriptor: Int32, closed: Bool) {
        if closed || PeerState.hasLeft(descriptor) { connection?.close() }
    }
}
