import EventLoop

/// Owns the connections of one pool and the queue of those who want one. Confined to its loop.
final class PoolCore {
    typealias Grant = (Result<PostgresConnection, PostgresError>) -> Void

    let loop: EventLoop
    let options: PostgresPoolOptions
    private let configuration: PostgresConfiguration
    private var idle: [PostgresConnection] = []
    /// Idle, busy and recovering connections.
    private var open = 0
    private var attempts: [ObjectIdentifier: ConnectionAttempt] = [:]
    private var queue = WaiterQueue()
    private var backoff: Backoff
    private var lastFailure: PostgresError?
    private var retryTimer: LoopTimer?
    private var idleTimer: LoopTimer?
    private var isClosed = false
    private var onDrained: [() -> Void] = []

    init(
        _ configuration: PostgresConfiguration, on loop: EventLoop, options: PostgresPoolOptions
    ) {
        self.configuration = configuration
        self.loop = loop
        self.options = options
        backoff = Backoff(base: options.backoffBase, limit: options.backoffLimit)
    }

    var statistics: PostgresPoolStatistics {
        PostgresPoolStatistics(
            open: open, idle: idle.count, connecting: attempts.count, waiting: queue.count,
            failures: backoff.failures)
    }

    /// Says why somebody still waits: the server can't be reached, or everything is busy.
    var waitingFailure: PostgresError { lastFailure ?? .timeout(sent: false) }

    /// Grants a connection now or later, or refuses; exactly once, unless the waiter is withdrawn.
    ///
    /// - Returns: nil when `grant` was called already.
    func acquire(_ grant: @escaping Grant) -> PoolWaiter? {
        if isClosed {
            grant(.failure(.closed))
            return nil
        }
        if let connection = takeIdle() {
            grant(.success(connection))
            return nil
        }
        // Who waits for a connection that is being opened does not count against the bound.
        let opening = attempts.count + (mayOpen(for: queue.count + 1) ? 1 : 0)
        guard queue.count < options.waiters + opening else {
            grant(.failure(lastFailure ?? .poolExhausted))
            return nil
        }
        let waiter = PoolWaiter(grant)
        waiter.timer = LoopTimer(on: loop, after: options.acquireDeadline) {
            [weak self, weak waiter] in
            guard let self, let waiter else { return }
            self.withdraw(waiter)?(.failure(self.waitingFailure))
        }
        queue.append(waiter)
        openConnections(for: queue.count)
        return waiter
    }

    /// Takes a waiter out of the queue; its grant will not be called by the pool.
    @discardableResult
    func withdraw(_ waiter: PoolWaiter) -> Grant? { queue.withdraw(waiter) }

    /// Takes a connection back, clean or not: one that is not clean is recovered or closed first.
    ///
    /// - Parameter completion: runs when the connection is clean again or closed.
    func release(_ connection: PostgresConnection, completion: (() -> Void)? = nil) {
        if connection.isClean {
            settle(connection)
            completion?()
        } else if connection.phase == .closed {
            discard(connection)
            completion?()
        } else {
            connection.recover(grace: options.cancelGrace) { clean in
                if clean { self.settle(connection) } else { self.discard(connection) }
                completion?()
            }
        }
    }

    /// Closes a connection that must not be used again.
    func discard(_ connection: PostgresConnection) {
        connection.close()
        open -= 1
        openConnections(for: queue.count)
        reportDrained()
    }

    /// Ends the use of every present connection, since the server's plans changed.
    func retireIdle() {
        let retired = idle
        idle = []
        for connection in retired { discard(connection) }
    }

    /// Refuses new callers and those who wait; idle connections end now, busy ones when given back.
    func close(completion: (() -> Void)? = nil) {
        if let completion { onDrained.append(completion) }
        isClosed = true
        retryTimer?.cancel()
        idleTimer?.cancel()
        for attempt in attempts.values { attempt.cancel() }
        attempts = [:]
        while let grant = queue.popFirst() { grant(.failure(.closed)) }
        retireIdle()
        reportDrained()
    }

    private func reportDrained() {
        guard isClosed, open == 0 else { return }
        let callbacks = onDrained
        onDrained = []
        for callback in callbacks { callback() }
    }
}

/// Idle connections.
extension PoolCore {
    private func takeIdle() -> PostgresConnection? {
        guard let connection = idle.popLast() else { return nil }
        connection.onClose = nil
        return connection
    }

    /// Gives a clean connection to the next waiter, or keeps it.
    private func settle(_ connection: PostgresConnection) {
        guard !isClosed, !connection.isRetired else { return discard(connection) }
        if let grant = queue.popFirst() { return grant(.success(connection)) }
        connection.idleSince = .now
        connection.onClose = { [weak self, unowned connection] _ in
            guard let self else { return }
            self.idle.removeAll { $0 === connection }
            self.discard(connection)
        }
        idle.append(connection)
        armIdleTimer()
    }

    private func armIdleTimer() {
        guard idleTimer == nil, !isClosed else { return }
        idleTimer = LoopTimer(on: loop, after: options.idleCheck) { [weak self] in
            self?.idleTimer = nil
            self?.checkIdle()
        }
    }

    /// Closes surplus connections and asks the others whether they live.
    private func checkIdle() {
        let now = ContinuousClock.now
        let (checked, kept) = (
            idle.filter { now - $0.idleSince >= options.idleCheck / 2 },
            idle.filter { now - $0.idleSince < options.idleCheck / 2 }
        )
        idle = kept
        for (index, connection) in checked.enumerated() {
            connection.onClose = nil
            // The oldest of all stays.
            if index > 0, now - connection.idleSince >= options.idleLifetime {
                discard(connection)
            } else {
                check(connection)
            }
        }
        if open > 0 { armIdleTimer() }
    }

    private func check(_ connection: PostgresConnection) {
        let (since, timer) = (
            connection.idleSince,
            LoopTimer(on: loop, after: options.idleCheckDeadline) { connection.close() }
        )
        connection.perform(PostgresRequest(work: .command("select 1"))) { _ in
            timer.cancel()
            self.release(connection)
            connection.idleSince = since
        }
    }
}

/// Opening.
extension PoolCore {
    private func mayOpen(for wanted: Int) -> Bool {
        guard !isClosed, retryTimer == nil else { return false }
        // After a failure one attempt at a time shows whether the server is back.
        let limit = backoff.failures > 0 ? min(wanted, 1) : wanted
        return attempts.count < limit && open + attempts.count < options.maximum
    }

    /// Opens what `wanted` callers need and the bounds allow.
    private func openConnections(for wanted: Int) {
        while mayOpen(for: wanted) {
            let attempt = ConnectionAttempt(on: loop, options: options) {
                [weak self] attempt, result in
                self?.attempts[ObjectIdentifier(attempt)] = nil
                self?.opened(result)
            }
            attempts[ObjectIdentifier(attempt)] = attempt
            attempt.begin(HostResolution(configuration), attempt: backoff.failures)
        }
    }

    private func opened(_ result: Result<PostgresConnection, PostgresError>) {
        switch result {
        case .success(let connection):
            open += 1
            backoff.succeed()
            lastFailure = nil
            settle(connection)
            openConnections(for: queue.count)
        case .failure(let error):
            lastFailure = error
            var random = SystemRandomNumberGenerator()
            let pause = backoff.fail(using: &random)
            retryTimer?.cancel()
            retryTimer = LoopTimer(on: loop, after: pause) { [weak self] in
                guard let self else { return }
                self.retryTimer = nil
                self.openConnections(for: self.queue.count)
            }
            guard error.isPermanent || options.failsFast else { return }
            while let grant = queue.popFirst() { grant(.failure(error)) }
        }
    }
}
