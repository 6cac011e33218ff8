import EventLoop
import PostgresClient
import TestSupport
import Testing

@Suite("Pool")
struct PoolPromises {
    /// The sessions of a database, other than the one that asks, in this state.
    static func sessions(_ state: String, in database: TestDatabase) async throws -> Int64 {
        let rows = try await TestCluster.shared().administration.query(
            """
            select count(*) as n from pg_stat_activity
            where datname = $1 and state like $2 and backend_type = 'client backend'
            """, [.text(database.name), .text(state)])
        return try #require(rows.first).int8("n")
    }

    /// Whether a call of `pg_sleep` runs in this database.
    static func isSleeping(in database: TestDatabase) async throws -> Bool {
        let rows = try await TestCluster.shared().administration.query(
            """
            select 1 from pg_stat_activity
            where datname = $1 and state = 'active' and wait_event = 'PgSleep'
            """, [.text(database.name)])
        return !rows.isEmpty
    }

    static func process(_ pool: PostgresPool) async throws -> Int32 {
        try #require(try await pool.query("select pg_backend_pid() as pid").first).int4("pid")
    }

    @Test("64 users share three connections, and each gets its own answers")
    func manyUsersShareFewConnections() async throws {
        try await TestDatabase.with { database in
            try await withPool(database.url, options: PostgresPoolOptions(maximum: 3)) { pool in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for user in 0..<64 as Range<Int64> {
                        group.addTask {
                            for call in 0..<20 as Range<Int64> {
                                let rows = try await pool.query(
                                    "select $1::int8 as n", [.int8(user * 1_000 + call)])
                                #expect(try rows.first?.int8("n") == user * 1_000 + call)
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                let statistics = await pool.statistics()
                #expect(statistics.open == 3 && statistics.idle == 3 && statistics.waiting == 0)
                #expect(try await Self.sessions("%", in: database) == 3)
            }
        }
    }

    @Test("one caller too many is refused at once; those who wait are served in turn")
    func waitersAreBounded() async throws {
        try await TestDatabase.with { database in
            let options = PostgresPoolOptions(maximum: 1, waiters: 1)
            try await withPool(database.url, options: options) { pool in
                let (gate, open) = AsyncStream.makeStream(of: Void.self)
                async let holder: Void = pool.transaction { session in
                    _ = try await session.query("select 1 as n")
                    for await _ in gate {}
                }
                try await eventually("busy") { await pool.statistics().open == 1 }
                async let second = pool.query("select 2 as n")
                try await eventually("waiting") { await pool.statistics().waiting == 1 }
                await #expect(throws: PostgresError.poolExhausted) {
                    try await pool.query("select 3 as n")
                }
                open.finish()
                try await holder
                #expect(try await second.first?.int4("n") == 2)
            }
        }
    }

    @Test("who waits too long, or is cancelled while waiting, leaves the queue")
    func waitersLeave() async throws {
        try await TestDatabase.with { database in
            var options = PostgresPoolOptions(maximum: 1)
            options.acquireDeadline = .milliseconds(50)
            try await withPool(database.url, options: options) { pool in
                try await pool.transaction { session in
                    _ = try await session.query("select 1")
                    await #expect(throws: PostgresError.timeout(sent: false)) {
                        try await pool.query("select 2")
                    }
                    await #expect(throws: PostgresError.timeout(sent: false)) {
                        try await pool.query("select 2", deadline: .milliseconds(1))
                    }
                    await #expect(throws: PostgresError.timeout(sent: false)) {
                        try await pool.transaction { _ in }
                    }
                    #expect(await pool.statistics().waiting == 0)
                }
            }
            options.acquireDeadline = .seconds(60)
            try await withPool(database.url, options: options) { pool in
                try await pool.transaction { session in
                    _ = try await session.query("select 1")
                    let waiting = Task { try await pool.query("select 2") }
                    try await eventually("waiting") { await pool.statistics().waiting == 1 }
                    waiting.cancel()
                    await #expect(throws: PostgresError.cancelled(sent: false)) {
                        try await waiting.value
                    }
                    #expect(await pool.statistics().waiting == 0)
                }
            }
        }
    }

    @Test(
        "a call that times out ends at once, is cancelled on the server, and frees its connection")
    func timeoutsCancelOnTheServer() async throws {
        try await TestDatabase.with { database in
            try await withPool(database.url, options: PostgresPoolOptions(maximum: 1)) { pool in
                let before = try await Self.process(pool)
                let error = await #expect(throws: PostgresError.self) {
                    try await pool.query("select pg_sleep(600)", deadline: .milliseconds(100))
                }
                #expect(error == .timeout(sent: true))
                #expect(error?.outcomeUnknown == true)
                try await eventually("nothing runs") {
                    try await Self.sessions("active", in: database) == 0
                }
                #expect(try await Self.process(pool) == before)
            }
        }
    }

    @Test("a cancelled task ends at once and its statement with it")
    func cancellationReachesTheServer() async throws {
        try await TestDatabase.with { database in
            try await withPool(database.url, options: PostgresPoolOptions(maximum: 1)) { pool in
                let sleeping = Task { try await pool.query("select pg_sleep(600)") }
                try await eventually("it runs") {
                    try await Self.isSleeping(in: database)
                }
                sleeping.cancel()
                await #expect(throws: PostgresError.cancelled(sent: true)) {
                    try await sleeping.value
                }
                try await eventually("nothing runs") {
                    try await Self.sessions("active", in: database) == 0
                }
                let late = Task { () async throws(PostgresError) -> Bool in
                    withUnsafeCurrentTask { $0?.cancel() }
                    return try await pool.query("select 1").isEmpty
                }
                await #expect(throws: PostgresError.cancelled(sent: false)) { try await late.value }
                #expect(try await Self.process(pool) > 0)
            }
        }
    }

    @Test("calls cancelled at any moment never take another call's answer, and leak nothing")
    func cancellationStorm() async throws {
        let seed = Seed.make()
        let database = try await TestDatabase.fresh()
        try await withPool(database.url, options: PostgresPoolOptions(maximum: 4)) { pool in
            var answered = 0
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<400 {
                    group.addTask {
                        var random = seed.generator(stream: UInt64(number))
                        let pause = Int.random(in: 0...4_000, using: &random)
                        let deadline = Duration.microseconds(
                            Int.random(in: 0...400_000, using: &random))
                        let call = Task {
                            try await pool.query(
                                "select $1::int8 as n, pg_sleep($2::float8)",
                                [.int8(Int64(number)), .double(0.002)], deadline: deadline)
                        }
                        if number % 2 == 0 {
                            try await pool.loop.sleep(for: .microseconds(pause))
                            call.cancel()
                        }
                        do {
                            let rows = try await call.value
                            #expect(try rows.first?.int8("n") == Int64(number))
                            return true
                        } catch PostgresError.timeout, PostgresError.cancelled {
                            return false
                        }
                    }
                }
                for try await isAnswered in group where isAnswered { answered += 1 }
            }
            try await eventually("all idle") {
                let statistics = await pool.statistics()
                return statistics.idle == statistics.open && statistics.waiting == 0
            }
            for number in 0..<50 as Range<Int64> {
                let rows = try await pool.query("select $1::int8 as n", [.int8(number)])
                #expect(try rows.first?.int8("n") == number)
            }
            #expect(try await Self.sessions("%", in: database) <= 4)
            print("cancellation storm: \(answered) of 400 answered")
        }
        try await database.drop()
    }

    @Test("a closed pool refuses calls, lets the running one finish and leaves no session")
    func closingDrains() async throws {
        try await TestDatabase.with { database in
            try await withPool(database.url, options: PostgresPoolOptions(maximum: 2)) { pool in
                async let running = pool.query("select pg_sleep(1), 5 as n")
                try await eventually("it runs") {
                    try await Self.isSleeping(in: database)
                }
                await pool.close()
                #expect(try await running.first?.int4("n") == 5)
                await #expect(throws: PostgresError.closed) { try await pool.query("select 1") }
                try await eventually("no sessions") {
                    try await Self.sessions("%", in: database) == 0
                }
            }
        }
    }

    @Test("an idle connection that the server ends is dropped unnoticed")
    func endedIdleConnectionsAreReplaced() async throws {
        try await TestDatabase.with { database in
            try await withPool(database.url, options: PostgresPoolOptions(maximum: 1)) { pool in
                let process = try await Self.process(pool)
                _ = try await TestCluster.shared().administration.query(
                    "select pg_terminate_backend($1::int4)", [.int4(process)])
                try await eventually("dropped") { await pool.statistics().open == 0 }
                #expect(try await Self.process(pool) != process)
            }
        }
    }
}
