import CEvent
import EventLoop
import Synchronization

/// One loop's share of a server: its listener, its evhttp, its connections and handlers.
///
/// Confined to its loop.
final class LoopServer {
    let loop: EventLoop
    let settings: ServerSettings
    var isDraining = false
    private let tls: TLSContext?
    private let limit: Int
    let http: OpaquePointer
    var listener: Listener?
    /// Made for evhttp, which has not yet told us its connection.
    private(set) var unborn: [ServerConnection] = []
    private(set) var connections: [OpaquePointer: ServerConnection] = [:]
    var birth: UnsafeMutablePointer<event>?
    var sweep: LoopTimer?
    private(set) var handlers: [UInt64: Task<Void, Never>] = [:]
    private var lastHandler: UInt64 = 0
    var queue: HandlerQueue
    /// Told of each connection's end, by whoever waits for the last.
    var waits: [UInt64: AsyncStream<Void>.Continuation] = [:]
    var lastWait: UInt64 = 0

    /// Listens on a bound socket, which it owns from now on; nil when evhttp has no memory.
    init?(
        _ loop: EventLoop, _ settings: ServerSettings, tls: TLSContext?, descriptor: Int32,
        limit: Int
    ) {
        guard let http = evhttp_new(loop.base) else { return nil }
        self.loop = loop
        self.settings = settings
        self.tls = tls
        self.limit = max(limit, 1)
        queue = HandlerQueue(limit: settings.configuration.handlersPerLoop)
        self.http = http
        guard let listener = Listener(on: loop, descriptor: descriptor, for: http) else {
            evhttp_free(http)
            return nil
        }
        self.listener = listener
        // For the callbacks of evhttp, its connections and `birth`: free() takes them down and releases.
        let own = Unmanaged.passRetained(self).toOpaque()
        evhttp_set_bevcb(
            http,
            { _, context in
                guard let context else { return nil }
                return Unmanaged<LoopServer>.fromOpaque(context).takeUnretainedValue().connected()
            }, own)
        evhttp_set_gencb(
            http,
            { request, context in
                guard let request, let context else { return }
                Unmanaged<LoopServer>.fromOpaque(context).takeUnretainedValue().arrived(request)
            }, own)
        birth = event_new(
            loop.base, -1, 0,
            { _, _, context in
                guard let context else { return }
                Unmanaged<LoopServer>.fromOpaque(context).takeUnretainedValue().adopt()
            }, own)
        configure()
        armSweep()
    }

    private func configure() {
        var idle = Self.interval(settings.configuration.idleTimeout)
        evhttp_set_timeout_tv(http, &idle)
        evhttp_set_default_content_type(http, nil)
        // The gate's bounds are the real ones; evhttp sees only what passed it.
        evhttp_set_max_headers_size(http, 1_024)
        evhttp_set_max_body_size(http, Int.max)
    }

    private static func interval(_ duration: Duration) -> timeval {
        let (seconds, attoseconds) = duration.components
        return timeval(
            tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    }

    /// Runs a route's handler, at once or when one of the running handlers ends.
    func run(_ route: HTTPRoute, _ request: HTTPRequest, for exchange: Exchange) {
        let entry = HandlerQueue.Entry(
            handler: route.handler, request: request, exchange: exchange)
        if route.isUrgent {
            start(entry) { _ in }
        } else if queue.begin() {
            startQueued(entry)
        } else {
            queue.wait(entry)
        }
    }

    private func startQueued(_ entry: HandlerQueue.Entry) {
        start(entry) { server in
            if let next = server.queue.end() { server.startQueued(next) }
        }
    }

    /// Runs a handler as a task of this loop, which ``stop(_:within:)`` awaits.
    private func start(
        _ entry: HandlerQueue.Entry, then next: @escaping @Sendable (LoopServer) -> Void
    ) {
        lastHandler += 1
        let number = lastHandler
        let (place, own) = (LoopBound(entry.exchange, on: loop), LoopBound(self, on: loop))
        let (handler, request) = (entry.handler, entry.request)
        handlers[number] = Task(executorPreference: loop) {
            switch await handler(request) {
            case .response(let response): place.onLoop.finish(response)
            case .deferred(let take): place.onLoop.park(take)
            }
            own.onLoop.handlers[number] = nil
            next(own.onLoop)
        }
    }
}

extension LoopServer {
    /// evhttp has accepted a socket and asks for its bufferevent.
    private func connected() -> OpaquePointer? {
        let options = Int32(BEV_OPT_CLOSE_ON_FREE.rawValue)
        let made =
            if let tls { tls.makeBufferevent(loop.base, options) } else {
                bufferevent_socket_new(loop.base, -1, options)
            }
        guard let made else { return nil }
        // Kept until adopt() has seen whether evhttp kept it.
        bufferevent_incref(made)
        unborn.append(ServerConnection(made, server: self))
        settings.counters.connections.wrappingAdd(1, ordering: .relaxed)
        if connections.count + unborn.count >= limit { listener?.pause() }
        event_active(birth, Int32(EV_TIMEOUT), 0)
        return made
    }

    /// Learns evhttp's connections from the bufferevents' callbacks, and asks to be told of their end.
    ///
    /// Runs after the accepting, in the same turn of the loop: before any of their bytes.
    func adopt() {
        for connection in exchange(&unborn, with: []) {
            let bufferevent = connection.bufferevent
            var made: UnsafeMutableRawPointer?
            bufferevent_getcb(bufferevent, nil, nil, nil, &made)
            guard let made else {
                connection.detach()
                bufferevent_decref(bufferevent)
                forget()
                continue
            }
            let evhttpConnection = OpaquePointer(made)
            connections[evhttpConnection] = connection
            connection.adopt(evhttpConnection)
            evhttp_connection_set_closecb(
                evhttpConnection,
                { evhttpConnection, context in
                    guard let evhttpConnection, let context else { return }
                    Unmanaged<LoopServer>.fromOpaque(context).takeUnretainedValue()
                        .ended(evhttpConnection)
                }, Unmanaged.passUnretained(self).toOpaque())
            bufferevent_decref(bufferevent)
            // Accepting goes on for the rest of a burst after the listener was told to pause.
            if connections.count > limit { connection.close() }
        }
    }

    private func arrived(_ request: Exchange.OpaqueRequest) {
        guard let evhttpConnection = evhttp_request_get_connection(request) else { return }
        connections[evhttpConnection]?.dispatch(request)
    }

    private func ended(_ evhttpConnection: OpaquePointer) {
        guard let connection = connections.removeValue(forKey: evhttpConnection) else { return }
        connection.ended()
        forget()
    }

    private func forget() {
        settings.counters.connections.wrappingSubtract(1, ordering: .relaxed)
        if connections.count + unborn.count < limit { listener?.resume() }
        for wait in waits.values { wait.yield() }
    }

    /// Looks for late clients a few times in the shortest of the deadlines.
    private func armSweep() {
        let limits = settings.configuration
        let shortest = min(limits.headDeadline, limits.bodyDeadline, limits.idleTimeout)
        let period = max(.milliseconds(10), min(.seconds(1), shortest / 8))
        sweep = LoopTimer(on: loop, after: period) { [weak self] in
            guard let self else { return }
            let now = ContinuousClock.now
            for connection in Array(connections.values) { connection.closeIfLate(now) }
            armSweep()
        }
    }
}
