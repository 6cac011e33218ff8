import EventLoop

extension PostgresPool {
    /// Runs `body` in a transaction and commits it.
    ///
    /// BEGIN travels with the first statement. When the body throws, the task is cancelled or a
    /// statement failed, everything is rolled back before this throws: on the same connection, or, if
    /// that does not come back in time, by closing it. A connection never returns to the pool within a
    /// transaction. An error of the commit itself can leave the outcome unknown.
    ///
    /// - Throws: what `body` throws, or ``PostgresError``.
    package func transaction<Value>(
        _ isolation: PostgresIsolation = .readCommitted,
        _ body: (PostgresSession) async throws -> Value
    ) async throws -> Value {
        let session = try await acquire(opening: isolation.opening)
        do {
            let value = try await body(session)
            try await session.commit()
            await session.end(keeping: true)
            return value
        } catch {
            await session.end(keeping: true)
            throw error
        }
    }

    /// Runs `body` with a connection of its own outside any transaction, for what belongs to a session:
    /// advisory locks, settings, statements that refuse transactions.
    ///
    /// The connection is closed afterwards, so that nothing of the session survives.
    package func session<Value>(
        _ body: (PostgresSession) async throws -> Value
    ) async throws -> Value {
        let session = try await acquire(opening: nil)
        do {
            let value = try await body(session)
            await session.end(keeping: false)
            return value
        } catch {
            await session.end(keeping: false)
            throw error
        }
    }

    private func acquire(opening: String?) async throws(PostgresError) -> PostgresSession {
        let deadline = options.queryDeadline
        return try await LoopCall.run(on: loop, deadline: deadline) { [core] call in
            let pool = core.onLoop
            let waiter = pool.acquire { outcome in
                call.finish(
                    outcome.map { connection in
                        let session = SessionCore(connection, of: pool, opening: opening)
                        return PostgresSession(
                            LoopBound(session, on: pool.loop), deadline: deadline)
                    })
            }
            guard let waiter, call.isWaiting else { return }
            call.onInterrupt = { interruption in
                pool.withdraw(waiter)
                return interruption == .timeout
                    ? pool.waitingFailure : .cancelled(sent: false)
            }
        }
    }
}
