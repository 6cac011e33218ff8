import EventLoop

/// Holds one connection for several calls, one at a time; made by ``PostgresPool/transaction(_:_:)``
/// and ``PostgresPool/session(_:)``, closed when their body ends.
package final class PostgresSession: Sendable {
    private let core: LoopBound<SessionCore>
    private let deadline: Duration

    init(_ core: LoopBound<SessionCore>, deadline: Duration) {
        self.core = core
        self.deadline = deadline
    }

    /// Runs one prepared statement; see ``PostgresPool/query(_:_:deadline:)``.
    ///
    /// After a time-out or a cancellation the session refuses further calls.
    package func query(
        _ statement: PostgresStatement, _ parameters: [PostgresValue] = [],
        deadline: Duration? = nil
    ) async throws(PostgresError) -> PostgresResult {
        try await run(.statement(statement, parameters), deadline)
    }

    /// Runs a script without parameters in one message.
    ///
    /// Outside a transaction several statements are one implicit transaction; one alone may be of the
    /// kind that refuses transactions (`create index concurrently`).
    package func simple(
        _ sql: String, deadline: Duration? = nil
    ) async throws(PostgresError) {
        _ = try await run(.script(sql), deadline)
    }

    private func run(
        _ work: PostgresRequest.Work, _ deadline: Duration?
    ) async throws(PostgresError) -> PostgresResult {
        PostgresTally.current?.add()
        return try await LoopCall.run(on: core.loop, deadline: deadline ?? self.deadline) {
            [core] call in
            core.onLoop.run(work, for: call)
        }
    }

    func commit() async throws(PostgresError) {
        _ = try await LoopCall<PostgresResult>.run(on: core.loop, deadline: deadline) {
            [core] call in core.onLoop.commit(for: call)
        }
    }

    /// Gives the connection back; returns when what was open is rolled back or the connection closed.
    func end(keeping: Bool) async {
        await withCheckedContinuation { continuation in
            core.loop.execute { [core] in
                core.onLoop.end(keeping: keeping) { continuation.resume() }
            }
        }
    }
}

/// The state of a session. Confined to its loop.
final class SessionCore {
    private let pool: PoolCore
    private let connection: PostgresConnection
    /// BEGIN, until it was sent.
    private var opening: String?
    /// The first error of a statement: what a commit after it has to report.
    private var failure: PostgresError?
    /// True when a call was given up half-way: nothing may follow it.
    private var isBroken = false
    private var hasEnded = false

    init(_ connection: PostgresConnection, of pool: PoolCore, opening: String?) {
        self.connection = connection
        self.pool = pool
        self.opening = opening
    }

    func run(_ work: PostgresRequest.Work, for call: LoopCall<PostgresResult>) {
        if hasEnded { return call.finish(.failure(.closed)) }
        if isBroken { return call.finish(.failure(failure ?? .closed)) }
        // A script can't be sent together with BEGIN.
        if case .script = work, let opening {
            return perform(PostgresRequest(work: .command(opening)), for: call) { outcome in
                if case .failure = outcome { return call.finish(outcome) }
                self.opening = nil
                self.perform(PostgresRequest(work: work), for: call) { call.finish($0) }
            }
        }
        perform(PostgresRequest(work: work, opening: opening), for: call) { call.finish($0) }
    }

    func commit(for call: LoopCall<PostgresResult>) {
        if isBroken { return call.finish(.failure(failure ?? .closed)) }
        if connection.phase == .open, connection.exchange == nil, connection.isInFailedTransaction {
            return call.finish(.failure(failure ?? .closed))
        }
        let commit = PostgresRequest(work: .command("commit"), opening: opening)
        perform(commit, for: call) { outcome in
            // A server that rolled back answers without an error.
            if case .success(let result) = outcome, result.handle.tag != "COMMIT" {
                return call.finish(.failure(self.failure ?? .closed))
            }
            call.finish(outcome)
        }
    }

    private func perform(
        _ request: PostgresRequest, for call: LoopCall<PostgresResult>,
        completion: @escaping PostgresConnection.Completion
    ) {
        guard connection.exchange == nil else { return call.finish(.failure(.busy)) }
        call.onInterrupt = { interruption in
            let error = interruption.error(sent: self.connection.mayHaveRun)
            self.failure = self.failure ?? error
            self.isBroken = true
            return error
        }
        connection.perform(request) { outcome in
            switch outcome {
            case .success: break
            case .failure(let error): self.failure = self.failure ?? error
            }
            if self.connection.phase != .open || !self.connection.isOutsideTransaction {
                self.opening = nil
            }
            completion(outcome)
        }
    }

    /// Ends the session; `completion` runs when the connection is clean again or closed.
    func end(keeping: Bool, completion: @escaping () -> Void) {
        guard !hasEnded else { return completion() }
        hasEnded = true
        if keeping {
            pool.release(connection, completion: completion)
        } else {
            pool.discard(connection)
            completion()
        }
    }
}
