// HTTPServer: HTTP/1.1 over libevent's evhttp, one evhttp a loop, behind a gate of our own; routes by
// template, parked answers, TLS by OpenSSL, drain. It imports CEvent, COpenSSL (TLSContext.swift
// alone), EventLoop and Glibc, and knows nothing of what the routes do.
//
// Reading order: HTTPHead (a request's head, strictly parsed) → HTTPGate (bytes to heads and bodies) →
// ServerConnection (a socket) → Exchange (one request and its answer) → LoopServer (one loop's share) →
// HTTPServer (all loops).
package import EventLoop
import Synchronization

/// Serves a router's routes on a set of loops.
///
/// Start once, then ``drain(over:)`` and ``stop(within:)``; the loops stay their owner's and must
/// outlive ``stop(within:)``.
package final class HTTPServer: Sendable {
    private struct State {
        var shares: [LoopBound<LoopServer>] = []
        var started = false
    }

    private let settings: ServerSettings
    private let loops: [EventLoop]
    private let onDrain: @Sendable (Duration) -> Void
    private let state = Mutex(State())

    /// Prepares a server.
    ///
    /// - Parameters:
    ///   - errorResponse: renders every error that the server finds by itself, on a loop; keep it short.
    ///   - onFinished: is told of each request once, on its loop, when its answer goes out or its client
    ///     went away.
    ///   - onDrain: is called once by ``drain(over:)``: answer what is parked over this time.
    package init(
        configuration: HTTPServerConfiguration, router: HTTPRouter, loops: [EventLoop],
        errorResponse: @escaping @Sendable (HTTPRefusal) -> HTTPResponse,
        onFinished: @escaping @Sendable (HTTPRequestSummary) -> Void = { _ in },
        onDrain: @escaping @Sendable (Duration) -> Void = { _ in }
    ) {
        settings = ServerSettings(
            configuration: configuration, router: router, errorResponse: errorResponse,
            onFinished: onFinished, counters: ServerCounters())
        self.loops = loops
        self.onDrain = onDrain
    }

    /// How many connections are open now.
    package var openConnections: Int { settings.counters.connections.load(ordering: .relaxed) }

    /// How many requests are parked (deferred and not answered) now.
    package var parkedRequests: Int { settings.counters.parked.load(ordering: .relaxed) }

    /// Raises the limit of open files, binds, listens and accepts.
    ///
    /// - Returns: the port, which the system picks if the configuration's is 0.
    /// - Throws: ``HTTPServerError`` when the address can't be had or the TLS files can't be used.
    package func start() async throws(HTTPServerError) -> UInt16 {
        let isFirst = state.withLock { state in
            defer { state.started = true }
            return !state.started
        }
        guard isFirst, !loops.isEmpty else { throw .alreadyStarted }
        OpenFiles.raiseLimit()
        let configuration = settings.configuration
        let tls = try configuration.tls.map { files throws(HTTPServerError) in
            try TLSContext(files)
        }
        let (host, port) = (configuration.host, configuration.port)
        let address = await Offload.run { SocketAddress.resolve(host: host, port: port) }
        guard let address else { throw .unknownHost(host) }
        let sockets = try ListeningSocket.open(loops.count, at: address)
        var shares: [LoopBound<LoopServer>] = []
        for (loop, descriptor) in zip(loops, sockets.descriptors) {
            let limit = (configuration.connectionLimit + loops.count - 1) / loops.count
            let settings = self.settings
            let share = await loop.call {
                LoopServer(loop, settings, tls: tls, descriptor: descriptor, limit: limit)
                    .map { LoopBound($0, on: loop) }
            }
            guard let share else { throw .unavailable("evhttp") }
            shares.append(share)
        }
        state.withLock { $0.shares = shares }
        return sockets.port
    }

    /// Begins to go: connections without a request are closed, and `onDrain` is told to answer what is
    /// parked over `duration`. Until the last answer is out, `duration` at most, requests are still taken,
    /// on new connections too, and each answer closes its connection. Then the listeners close.
    ///
    /// Ends early when the task is cancelled.
    package func drain(over duration: Duration) async {
        let shares = state.withLock { $0.shares }
        for share in shares { await share.loop.call { share.onLoop.drain() } }
        onDrain(duration)
        if let loop = loops.first {
            await LoopServer.atMost(duration, on: loop) { await Self.waitUntilQuiet(shares) }
        }
        for share in shares { await share.loop.call { share.onLoop.stopListening() } }
    }

    /// Waits until no share has a request, all at once.
    private static func waitUntilQuiet(_ shares: [LoopBound<LoopServer>]) async {
        var quiet = 0
        while quiet < shares.count, !Task.isCancelled {
            for share in shares { await LoopServer.wait(share) { $0.isQuiet } }
            quiet = 0
            for share in shares where await share.loop.call({ share.onLoop.isQuiet }) { quiet += 1 }
        }
    }

    /// Ends the server: stops listening, closes idle connections, waits for answers that are on their
    /// way, at most `duration`; then cancels the handlers that still run, awaits them, and closes the rest.
    ///
    /// Idempotent. A parked request that its owner left unanswered is closed without an answer.
    package func stop(within duration: Duration = .seconds(5)) async {
        let shares = state.withLock { exchange(&$0.shares, with: []) }
        await withTaskGroup { group in
            for share in shares {
                group.addTask { await LoopServer.stop(share, within: duration) }
            }
        }
    }
}

extension EventLoop {
    /// Runs `body` on the loop and gives its result.
    func call<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            execute { continuation.resume(returning: body()) }
        }
    }
}
