internal import EventLoop
internal import HTTPClient
internal import Synchronization

/// Keeps a few connections to one server, each lent to one request at a time.
///
/// So no request stands behind one that hangs. Who finds no connection free waits, first come first
/// served, as long as a request may take at most. A connection that failed is thrown away, and with
/// it the address that its name had.
final class StoreConnections: Sendable {
    private typealias Loan = Result<HTTPConnection, HTTPClientError>

    private struct Waiter {
        let id: Int
        let continuation: CheckedContinuation<Loan, Never>
    }

    private struct State {
        /// The one used last comes last, and is used next.
        var idle: [HTTPConnection] = []
        var lent: [ObjectIdentifier: HTTPConnection] = [:]
        var waiters: [Waiter] = []
        var nextID = 0
        var isClosed = false
    }

    private let endpoint: StoreEndpoint
    private let limit: Int
    private let timeout: Duration
    private let responseLimit: Int
    private let tls: HTTPClientTLS?
    private let loop: EventLoop
    private let state = Mutex(State())

    init(
        to endpoint: StoreEndpoint, _ configuration: StoreServerConfiguration, on loop: EventLoop
    ) {
        self.endpoint = endpoint
        limit = max(1, configuration.connectionLimit)
        timeout = configuration.requestTimeout
        responseLimit = configuration.responseLimit
        tls = endpoint.isSecure ? configuration.tls : nil
        self.loop = loop
    }

    /// How many wait for a connection now.
    var waiting: Int { state.withLock { $0.waiters.count } }

    /// Lends a connection to `body`, which sends one request on it at most.
    ///
    /// - Throws: what `body` throws; `timedOut` when none got free, `cancelled` also when the
    ///   connections are closed.
    func lend<Value>(
        _ body: (HTTPConnection) async throws(HTTPClientError) -> Value
    ) async throws(HTTPClientError) -> Value {
        let connection = try await borrow().get()
        do throws(HTTPClientError) {
            let value = try await body(connection)
            give(back: connection, isSound: true)
            return value
        } catch {
            give(back: connection, isSound: false)
            throw state.withLock { $0.isClosed } ? .cancelled : error
        }
    }

    /// Ends what is under way and what waits; idempotent.
    func close() {
        let (connections, waiters) = state.withLock { state in
            state.isClosed = true
            defer { (state.idle, state.waiters) = ([], []) }
            return (state.idle + state.lent.values, state.waiters)
        }
        for waiter in waiters { waiter.continuation.resume(returning: .failure(.cancelled)) }
        for connection in connections { connection.close() }
    }

    private func give(back connection: HTTPConnection, isSound: Bool) {
        let next = state.withLock { state -> (Waiter, HTTPConnection)? in
            state.lent[ObjectIdentifier(connection)] = nil
            if state.isClosed { return nil }
            guard !state.waiters.isEmpty else {
                if isSound { state.idle.append(connection) }
                return nil
            }
            let heir = isSound ? connection : connect()
            state.lent[ObjectIdentifier(heir)] = heir
            return (state.waiters.removeFirst(), heir)
        }
        if !isSound { connection.close() }
        if let (waiter, heir) = next { waiter.continuation.resume(returning: .success(heir)) }
    }

    /// The one place where a connection is made. Nothing is opened before its first request.
    private func connect() -> HTTPConnection {
        HTTPConnection(
            host: endpoint.host, port: endpoint.port, on: loop, responseLimit: responseLimit,
            tls: tls)
    }
}

// Waiting for a connection.
extension StoreConnections {
    /// Gives a free connection, or why there is none: `cancelled` or `timedOut`.
    private func borrow() async -> Loan {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiter = Waiter(id: id, continuation: continuation)
                if let loan = state.withLock({ state in take(for: waiter, from: &state) }) {
                    continuation.resume(returning: loan)
                } else {
                    limitWait(of: id)
                }
            }
        } onCancel: {
            dismiss(id, .cancelled)
        }
    }

    /// Takes a connection, or queues up and gives nil.
    private func take(for waiter: Waiter, from state: inout State) -> Loan? {
        // A task's flag is set before its handler runs: either it is seen here, or the handler will
        // find the waiter.
        if state.isClosed || Task.isCancelled { return .failure(.cancelled) }
        if state.idle.isEmpty, state.lent.count >= limit {
            state.waiters.append(waiter)
            return nil
        }
        let connection = state.idle.popLast() ?? connect()
        state.lent[ObjectIdentifier(connection)] = connection
        return .success(connection)
    }

    private func limitWait(of id: Int) {
        loop.execute { [self] in
            guard loop.acceptsTimers else { return dismiss(id, .cancelled) }
            // The loop keeps the timer; one that finds nobody waiting any more does nothing.
            _ = LoopTimer(
                on: loop, after: timeout, onCancel: { self.dismiss(id, .cancelled) },
                onFire: { self.dismiss(id, .timedOut) })
        }
    }

    /// Ends a wait, if it hasn't ended.
    private func dismiss(_ id: Int, _ error: HTTPClientError) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
        }
        waiter?.continuation.resume(returning: .failure(error))
    }
}
