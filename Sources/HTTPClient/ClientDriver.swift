import CEvent
import EventLoop

/// evhttp's connection and the calls on it.
///
/// Confined to its loop.
final class ClientDriver {
    private unowned let loop: EventLoop
    private let responseLimit: Int
    private var connection: OpaquePointer?
    private var calls: [ObjectIdentifier: ClientCall] = [:]
    private var isClosed = false

    init(_ loop: EventLoop, responseLimit: Int) {
        self.loop = loop
        self.responseLimit = responseLimit
    }

    func start(
        _ call: ClientCall, _ content: ClientCall.Content, to address: String, _ port: UInt16,
        _ continuation: CheckedContinuation<ClientCall.Outcome, Never>
    ) {
        if isClosed { call.abort(.connectionClosed) }
        let key = ObjectIdentifier(call)
        calls[key] = call
        let begun = call.begin(on: loop, within: content.timeout, continuation) { [weak self] in
            self?.calls[key] = nil
        }
        guard begun else { return }
        guard let connection = connection ?? connect(to: address, port),
            let request = call.makeRequest(content)
        else { return call.refused() }
        let sent = evhttp_make_request(
            connection, request, Self.command(content.method), content.path)
        if sent != 0 { call.refused() }
    }

    /// Ends what is under way; idempotent.
    func close() {
        isClosed = true
        for call in Array(calls.values) { call.abort(.connectionClosed) }
        if let connection = connection.take() { evhttp_connection_free(connection) }
    }

    private func connect(to address: String, _ port: UInt16) -> OpaquePointer? {
        // The address is in numbers: evhttp resolves nothing.
        guard let made = evhttp_connection_base_new(loop.base, nil, address, port) else {
            return nil
        }
        // Each call has its own time-out; evhttp's, in seconds, only has to be longer.
        evhttp_connection_set_timeout(made, 86_400)
        evhttp_connection_set_retries(made, 0)
        evhttp_connection_set_max_body_size(made, responseLimit)
        evhttp_connection_set_max_headers_size(made, 64 * 1_024)
        connection = made
        return made
    }

    private static func command(_ method: HTTPConnection.Method) -> evhttp_cmd_type {
        switch method {
        case .get: EVHTTP_REQ_GET
        case .head: EVHTTP_REQ_HEAD
        case .post: EVHTTP_REQ_POST
        case .put: EVHTTP_REQ_PUT
        case .patch: EVHTTP_REQ_PATCH
        case .delete: EVHTTP_REQ_DELETE
        case .options: EVHTTP_REQ_OPTIONS
        }
    }
}
