package import EventLoop

/// Shares a bounded number of connections among the callers of one loop.
///
/// Connections are opened when they are needed, checked while idle, and replaced when they break.
/// Calls may come from any task; those on the pool's loop make no thread hop. Close the pool before
/// its loop stops.
package final class PostgresPool: Sendable {
    package let loop: EventLoop
    package let options: PostgresPoolOptions
    let core: LoopBound<PoolCore>

    /// Prepares a pool; the first call opens the first connection.
    package init(
        _ configuration: PostgresConfiguration, on loop: EventLoop,
        options: PostgresPoolOptions = PostgresPoolOptions()
    ) {
        self.loop = loop
        self.options = options
        core = LoopBound(PoolCore(configuration, on: loop, options: options), on: loop)
    }

    deinit {
        let core = core
        core.loop.execute { core.onLoop.close() }
    }

    /// Runs one prepared statement on a connection of its own and gives its rows.
    ///
    /// When the deadline passes or the task is cancelled the call ends at once, and the server is asked
    /// to give the statement up; whether it was committed is then unknown (``PostgresError/outcomeUnknown``).
    ///
    /// - Parameter deadline: for all of it, waiting included; ``PostgresPoolOptions/queryDeadline`` if nil.
    /// - Throws: every case of ``PostgresError`` but `.busy` and `.configuration`.
    package func query(
        _ statement: PostgresStatement, _ parameters: [PostgresValue] = [],
        deadline: Duration? = nil
    ) async throws(PostgresError) -> PostgresResult {
        try await run(.statement(statement, parameters), deadline)
    }

    /// Runs a script without parameters in one message: one implicit transaction, no rows.
    package func simple(
        _ sql: String, deadline: Duration? = nil
    ) async throws(PostgresError) {
        _ = try await run(.script(sql), deadline)
    }

    private func run(
        _ work: PostgresRequest.Work, _ deadline: Duration?
    ) async throws(PostgresError) -> PostgresResult {
        PostgresTally.current?.add()
        let deadline = deadline ?? options.queryDeadline
        return try await LoopCall.run(on: loop, deadline: deadline) { [core] call in
            PoolQuery(PostgresRequest(work: work), in: core.onLoop, for: call).start()
        }
    }

    /// Counts what the pool holds.
    package func statistics() async -> PostgresPoolStatistics {
        await withCheckedContinuation { continuation in
            loop.execute { [core] in continuation.resume(returning: core.onLoop.statistics) }
        }
    }

    /// Refuses further calls, ends those that wait for a connection, lets running ones finish, and
    /// returns when every connection is closed. Idempotent; not ended by cancellation.
    package func close() async {
        await withCheckedContinuation { continuation in
            loop.execute { [core] in core.onLoop.close { continuation.resume() } }
        }
    }
}
