import PostgresClient
import TestSupport
import Testing

@Suite("Transactions")
struct TransactionPromises {
    struct Refusal: Error {}

    /// Runs `body` with a pool of one connection to a database with a table `note (n int)`, whose
    /// constraint at commit refuses the number 13 twice.
    static func with(
        _ body: (PostgresPool, TestDatabase) async throws -> Void
    ) async throws {
        let database = try await TestDatabase.fresh(key: "notes") { url in
            try await withPool(url) { pool in
                try await pool.simple(
                    "create table note (n int, constraint once unique (n) deferrable "
                        + "initially deferred)")
            }
        }
        try await withPool(database.url, options: PostgresPoolOptions(maximum: 1)) { pool in
            try await body(pool, database)
        }
        try await database.drop()
    }

    static func notes(_ pool: PostgresPool) async throws -> [Int32] {
        var notes: [Int32] = []
        for row in try await pool.query("select n from note order by n") {
            notes.append(try row.int4("n"))
        }
        return notes
    }

    @Test("what a body did is committed together, and its value returned")
    func bodiesCommit() async throws {
        try await Self.with { pool, _ in
            let count = try await pool.transaction { session in
                _ = try await session.query("insert into note values ($1)", [.int4(1)])
                try await session.simple("insert into note values (2)")
                return try await session.query("select * from note").count
            }
            #expect(count == 2)
            #expect(try await Self.notes(pool) == [1, 2])
            try await pool.transaction { session in try await session.simple("select 1") }
            try await pool.transaction { _ in }
        }
    }

    @Test(
        "the isolation level is the one asked for",
        arguments: [
            (PostgresIsolation.readCommitted, "read committed", "off"),
            (.repeatableRead, "repeatable read", "off"),
            (.repeatableReadOnly, "repeatable read", "on"), (.serializable, "serializable", "off"),
        ])
    func isolationIsKept(level: PostgresIsolation, name: String, readOnly: String) async throws {
        try await Self.with { pool, _ in
            try await pool.transaction(level) { session in
                let shown = try await session.query("show transaction_isolation")
                #expect(try shown.first?.text(0) == name)
                let only = try await session.query("show transaction_read_only")
                #expect(try only.first?.text(0) == readOnly)
            }
        }
    }

    @Test("an error of the body rolls back before it is thrown; the connection serves on")
    func bodyErrorsRollBack() async throws {
        try await Self.with { pool, _ in
            let before = try await PoolPromises.process(pool)
            await #expect(throws: Refusal.self) {
                try await pool.transaction { session in
                    _ = try await session.query("insert into note values (1)")
                    throw Refusal()
                }
            }
            let kept = try await Self.notes(pool)
            #expect(kept.isEmpty)
            #expect(try await PoolPromises.process(pool) == before)
        }
    }

    @Test("a failed statement that the body hides still fails the commit")
    func hiddenFailuresDoNotCommit() async throws {
        try await Self.with { pool, _ in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.transaction { session in
                    _ = try await session.query("insert into note values (1)")
                    _ = try? await session.query("select 1/0")
                }
            }
            #expect(error?.sqlState == "22012")
            let kept = try await Self.notes(pool)
            #expect(kept.isEmpty)
        }
    }

    @Test("an error of the commit is thrown and nothing is kept")
    func commitErrorsAreThrown() async throws {
        try await Self.with { pool, _ in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.transaction { session in
                    _ = try await session.query("insert into note values (13), (13)")
                }
            }
            #expect(error?.sqlState == "23505")
            let kept = try await Self.notes(pool)
            #expect(kept.isEmpty)
        }
    }

    @Test("a task cancelled within a transaction rolls back; so does a time-out")
    func cancelledTransactionsRollBack() async throws {
        try await Self.with { pool, database in
            let task = Task {
                try await pool.transaction { session in
                    _ = try await session.query("insert into note values (1)")
                    _ = try await session.query("select pg_sleep(600)")
                }
            }
            try await eventually("it runs") {
                try await PoolPromises.isSleeping(in: database)
            }
            task.cancel()
            await #expect(throws: PostgresError.cancelled(sent: true)) { try await task.value }
            #expect(await pool.statistics().idle == 1)

            await #expect(throws: PostgresError.timeout(sent: true)) {
                try await pool.transaction { session in
                    _ = try await session.query("insert into note values (2)")
                    _ = try? await session.query(
                        "select pg_sleep(600)", deadline: .milliseconds(50))
                    _ = try? await session.query("insert into note values (3)")
                }
            }
            #expect(try await PoolPromises.sessions("idle in transaction%", in: database) == 0)
            let kept = try await Self.notes(pool)
            #expect(kept.isEmpty)
        }
    }

    @Test("a task cancelled between two statements does not commit")
    func cancellationBeforeCommit() async throws {
        try await Self.with { pool, _ in
            let task = Task {
                try await pool.transaction { session in
                    _ = try await session.query("insert into note values (1)")
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
            await #expect(throws: PostgresError.cancelled(sent: false)) { try await task.value }
            let kept = try await Self.notes(pool)
            #expect(kept.isEmpty)
        }
    }

    @Test("two calls at a time in one session: the second is refused, the first goes on")
    func sessionsDoOneThingAtATime() async throws {
        try await Self.with { pool, database in
            try await pool.session { session in
                async let first = session.query("select pg_sleep(1), 1 as n")
                try await eventually("it runs") {
                    try await PoolPromises.isSleeping(in: database)
                }
                await #expect(throws: PostgresError.busy) { try await session.query("select 2") }
                #expect(try await first.first?.int4("n") == 1)
            }
        }
    }

    @Test("nothing of a session survives it, and no call comes after its end")
    func sessionsLeaveNothing() async throws {
        try await Self.with { pool, _ in
            let (before, leaked) = try await pool.session { session in
                _ = try await session.query("select pg_advisory_lock(1)")
                try await session.simple("set application_name = 'changed'")
                let rows = try await session.query("select pg_backend_pid() as pid")
                return (try rows.first?.int4("pid"), session)
            }
            await #expect(throws: PostgresError.closed) { try await leaked.query("select 1") }
            #expect(try await PoolPromises.process(pool) != before)
            try await eventually("unlocked") {
                let rows = try await pool.query("select pg_try_advisory_xact_lock(1) as free")
                return try rows.first?.bool("free") == true
            }
        }
    }
}
