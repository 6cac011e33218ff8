import CEvent
import EventLoop
import Glibc

/// One socket to a server, plain or TLS, and the response that is awaited on it.
///
/// Confined to its loop. It reads while it writes: a server may answer before it has the whole request,
/// and close its side (RFC 9112, 9.5). The answer then counts, whatever of the request is unsent.
final class ClientLink {
    private unowned let loop: EventLoop
    private let bufferevent: OpaquePointer
    private let isTLS: Bool
    private var isConnected = false
    /// Nothing can be sent any more.
    private var isBroken = false
    private var isClosed = false
    private var parser: ResponseParser?
    private var onEnd: ((ClientCall.Outcome) -> Void)?

    /// Begins to connect; nil without memory.
    init?(on loop: EventLoop, to target: ClientTarget) {
        let options = Int32(BEV_OPT_CLOSE_ON_FREE.rawValue)
        let made =
            if let tls = target.tls { tls.makeBufferevent(loop.base, options) } else {
                bufferevent_socket_new(loop.base, -1, options)
            }
        guard let made else { return nil }
        self.loop = loop
        bufferevent = made
        isTLS = target.tls != nil
        bufferevent_setcb(
            made, { _, context in ClientLink.from(context)?.received() }, nil,
            { _, what, context in ClientLink.from(context)?.happened(Int32(what)) },
            Unmanaged.passUnretained(self).toOpaque())
        // The address is in numbers: libevent resolves nothing. A failure comes as an event.
        let began = bufferevent_socket_connect_hostname(
            made, nil, AF_UNSPEC, target.address, Int32(target.port))
        if began != 0 { isBroken = true }
    }

    /// The driver keeps the link until it has closed it, and with that taken the callbacks down.
    private static func from(_ context: UnsafeMutableRawPointer?) -> ClientLink? {
        context.map { Unmanaged<ClientLink>.fromOpaque($0).takeUnretainedValue() }
    }

    /// True when the next request can go over it, as far as is known.
    var isUsable: Bool { !isBroken && !isClosed }

    /// Asks the kernel whether the server has closed its side, which the loop may not have seen yet.
    var peerHasLeft: Bool {
        // POLLRDHUP, which glibc hides behind _GNU_SOURCE.
        var state = pollfd(fd: bufferevent_getfd(bufferevent), events: 0x2000, revents: 0)
        return isConnected && poll(&state, 1, 0) == 1
    }

    /// Sends a request, once connected, and reports once what came of it.
    func send(
        _ request: ClientRequest, limit: Int, onEnd: @escaping (ClientCall.Outcome) -> Void
    ) {
        guard isUsable else { return onEnd(.failure(.cannotConnect)) }
        parser = ResponseParser(isHead: request.method == .head, limit: limit)
        self.onEnd = onEnd
        evbuffer_add(bufferevent_get_output(bufferevent), request.bytes, request.bytes.count)
    }

    /// Closes at once and reports nothing; idempotent.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        onEnd = nil
        bufferevent_setcb(bufferevent, nil, nil, nil, nil)
        // libevent closes the descriptor in the loop's next turn, which may be none.
        shutdown(bufferevent_getfd(bufferevent), Int32(SHUT_RDWR))
        bufferevent_free(bufferevent)
    }
}

extension ClientLink {
    private func received() {
        guard !isClosed, let input = bufferevent_get_input(bufferevent) else { return }
        let bytes = Self.takeAll(input)
        // Nobody asked: the server speaks out of turn.
        guard parser != nil else { return close() }
        do throws(HTTPClientError) {
            guard let response = try parser?.receive(bytes) else { return }
            end(.success(response))
        } catch {
            isBroken = true
            end(.failure(error))
        }
    }

    private func happened(_ what: Int32) {
        if what & BEV_EVENT_CONNECTED != 0 { return connected() }
        isBroken = true
        if isConnected, what & BEV_EVENT_WRITING != 0 {
            // What the server said before it stopped listening is still to be read, up to its end.
            bufferevent_enable(bufferevent, Int16(EV_READ))
            return
        }
        // Not from within: over TLS, the last bytes may reach the buffer after their end was told.
        let link = LoopBound(self, on: loop)
        loop.execute { link.onLoop.over(what) }
    }

    /// Nothing more will come.
    private func over(_ what: Int32) {
        if isConnected { received() }
        guard !isClosed else { return }
        if !isConnected {
            let refused = isTLS && ClientTLSContext.refusedPeer(bufferevent)
            end(.failure(refused ? .untrustedPeer : .cannotConnect))
        } else if what & BEV_EVENT_EOF != 0, let response = parser?.end() {
            // An end without TLS's own comes as an error: a body that it would end may be cut.
            end(.success(response))
        } else {
            end(.failure(.connectionClosed))
        }
    }

    private func connected() {
        isConnected = true
        var on: Int32 = 1
        setsockopt(
            bufferevent_getfd(bufferevent), Int32(IPPROTO_TCP), TCP_NODELAY, &on,
            socklen_t(MemoryLayout<Int32>.size))
        bufferevent_enable(bufferevent, Int16(EV_READ | EV_WRITE))
    }

    private func end(_ outcome: ClientCall.Outcome) {
        let unsent = evbuffer_get_length(bufferevent_get_output(bufferevent))
        if parser?.keepsAlive != true || unsent > 0 { isBroken = true }
        parser = nil
        guard let onEnd = onEnd.take() else { return close() }
        onEnd(outcome)
    }

    private static func takeAll(_ buffer: OpaquePointer) -> [UInt8] {
        let count = evbuffer_get_length(buffer)
        return [UInt8](unsafeUninitializedCapacity: count) { target, filled in
            filled = max(0, Int(evbuffer_remove(buffer, target.baseAddress, count)))
        }
    }
}
