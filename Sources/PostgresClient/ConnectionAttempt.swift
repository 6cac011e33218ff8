import EventLoop

/// Leads one connection from the lookup of its hosts to the first idle moment. Confined to its loop.
///
/// The completion runs once, also from within ``begin(_:attempt:)``, unless cancelled before.
final class ConnectionAttempt {
    typealias Completion = (ConnectionAttempt, Result<PostgresConnection, PostgresError>) -> Void

    private let loop: EventLoop
    private let options: PostgresPoolOptions
    private var completion: Completion?
    private var connection: PostgresConnection?
    private var timer: LoopTimer?

    init(
        on loop: EventLoop, options: PostgresPoolOptions,
        completion: @escaping Completion
    ) {
        self.loop = loop
        self.options = options
        self.completion = completion
    }

    /// Starts to connect.
    ///
    /// - Parameter attempt: how many attempts failed before; it rotates the list of hosts.
    func begin(_ hosts: HostResolution, attempt: Int) {
        timer = LoopTimer(on: loop, after: options.connectDeadline) { [weak self] in
            self?.fail("no connection within \(self?.options.connectDeadline ?? .zero)")
        }
        guard hosts.needsResolver else { return connect(hosts.result(attempt: attempt)) }
        let bound = LoopBound(self, on: loop)
        // Ends by itself: the resolver has its own time limits, and a late answer is dropped.
        Task(executorPreference: loop) {
            let settings = await Offload.run { hosts.result(attempt: attempt) }
            bound.onLoop.connect(settings)
        }
    }

    /// Gives up; the completion is not called.
    func cancel() {
        completion = nil
        timer?.cancel()
        connection?.close()
        connection = nil
    }

    private func connect(_ settings: Result<[ConnectionSetting], PostgresError>) {
        guard completion != nil else { return }
        switch settings {
        case .failure(let error): finish(.failure(error))
        case .success(let settings):
            guard let handle = ConnectionHandle.start(settings) else { return fail("no memory") }
            if handle.hasFailed { return fail(handle.errorMessage) }
            let connection = PostgresConnection(
                on: loop, handle: handle, preparesStatements: options.preparesStatements)
            self.connection = connection
            // libpq's rule: wait to write before the first poll.
            wait(for: .write)
        }
    }

    /// Watches the socket of this moment: libpq may change it with every poll.
    private func wait(for interest: Readiness.Interest) {
        guard let connection, let descriptor = connection.handle?.descriptor, descriptor >= 0
        else { return fail("no socket") }
        let readiness = Readiness(on: loop, descriptor: descriptor) { [weak self] _ in
            self?.advance()
        }
        connection.readiness = readiness
        readiness.watch(interest)
    }

    private func advance() {
        guard let connection else { return }
        connection.readiness?.stop()
        connection.readiness = nil
        switch connection.handle?.pollConnect() ?? .failed {
        case .wantsRead: wait(for: .read)
        case .wantsWrite: wait(for: .write)
        case .failed: fail(connection.handle?.errorMessage ?? "connection lost")
        case .connected:
            guard connection.becomeReady() else { return fail("connection lost") }
            finish(.success(connection))
        }
    }

    private func fail(_ message: String) {
        finish(
            .failure(
                .connection(
                    message: message, sqlState: connection?.handle?.connectSQLState, sent: false)))
    }

    private func finish(_ result: Result<PostgresConnection, PostgresError>) {
        guard let completion else { return }
        self.completion = nil
        timer?.cancel()
        if case .failure = result { connection?.close() }
        connection = nil
        completion(self, result)
    }
}

extension PostgresConnection {
    fileprivate func becomeReady() -> Bool {
        guard handle?.makeReady() == true, let descriptor = handle?.descriptor else { return false }
        phase = .open
        let readiness = Readiness(on: loop, descriptor: descriptor) { [weak self] _ in
            self?.pump()
        }
        self.readiness = readiness
        readiness.watch(.read)
        return true
    }
}
