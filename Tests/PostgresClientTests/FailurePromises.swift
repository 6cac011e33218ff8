import EmbeddedPostgres
import EventLoop
import PostgresClient
import TestSupport
import Testing

@Suite("Failures")
struct FailurePromises {
    @Test(
        "a server that dies leaves the outcome unknown, and its successor is found",
        arguments: [EmbeddedCluster.StopMode.immediate, .kill, .fast])
    func serversDieAndReturn(mode: EmbeddedCluster.StopMode) async throws {
        let path = try TestFolder.path("dying")
        let cluster = try await EmbeddedCluster.start(dataDirectory: path, options: .throwaway)
        let url = cluster.connectionString()
        var options = PostgresPoolOptions(maximum: 2)
        options.acquireDeadline = .seconds(20)
        try await withPool(url, options: options) { pool in
            let running = Task { try await pool.query("select pg_sleep(600)") }
            try await eventually("it runs") {
                let rows = try await pool.query(
                    "select 1 from pg_stat_activity where wait_event = 'PgSleep'")
                return !rows.isEmpty
            }
            await cluster.stop(mode)
            await cluster.waitUntilEnded()
            let error = await #expect(throws: PostgresError.self) { try await running.value }
            #expect(error?.outcomeUnknown == true, "\(String(describing: error))")
            if case .connection? = error {} else { Issue.record("\(String(describing: error))") }
            try await eventually("the pool noticed") { await pool.statistics().open == 0 }
            async let early = pool.query("select 7 as n")
            let again = try await EmbeddedCluster.start(dataDirectory: path, options: .throwaway)
            #expect(again.connectionString() == url)
            #expect(try await early.first?.int4("n") == 7)
            await again.stop()
        }
    }

    @Test("a session that is ended while it works says so with its code")
    func endedSessionsKeepTheirCode() async throws {
        try await TestDatabase.with { database in
            try await withPool(database.url, options: PostgresPoolOptions(maximum: 1)) { pool in
                let running = Task { try await pool.query("select pg_sleep(600)") }
                try await eventually("it was ended") {
                    let rows = try await TestCluster.shared().administration.query(
                        """
                        select pg_terminate_backend(pid) as ended from pg_stat_activity
                        where datname = $1 and wait_event = 'PgSleep'
                        """, [.text(database.name)])
                    return !rows.isEmpty
                }
                let error = await #expect(throws: PostgresError.self) { try await running.value }
                #expect(error?.sqlState == "57P01")
                #expect(error?.outcomeUnknown == true)
                let next = try await pool.query("select 1 as n")
                #expect(try next.first?.int4("n") == 1)
            }
        }
    }

    @Test("a login that can't succeed fails at once, with the server's code")
    func hopelessLoginsFailAtOnce() async throws {
        let cluster = try await TestCluster.shared().cluster
        for (url, code) in [
            (cluster.connectionString(database: "absent"), "3D000"),
            (cluster.connectionString(database: "postgres", user: "nobody_here"), "28000"),
        ] {
            try await withPool(url) { pool in
                let error = await #expect(throws: PostgresError.self) {
                    try await pool.query("select 1")
                }
                #expect(error?.sqlState == code)
                #expect(error?.outcomeUnknown == false)
            }
        }
    }

    @Test("without a server callers learn why, after their deadline or at once")
    func absentServers() async throws {
        let url = "host=/nonexistent dbname=x user=y"
        var options = PostgresPoolOptions(maximum: 1)
        options.acquireDeadline = .milliseconds(200)
        try await withPool(url, options: options) { pool in
            for _ in 0..<2 {
                let error = await #expect(throws: PostgresError.self) {
                    try await pool.query("select 1")
                }
                guard case .connection(let message, nil, false)? = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(message.contains("/nonexistent"))
            }
        }
        let configuration = try PostgresConfiguration(url: url)
        await #expect(throws: PostgresError.self) {
            try await PostgresPool.withTemporary(configuration) { try await $0.simple("select 1") }
        }
    }

    @Test("names are looked up, and of several hosts the one that answers is used")
    func namesAndSeveralHosts() async throws {
        let database = try await TestDatabase.fresh()
        let socket = try await TestCluster.shared().cluster.socketDirectory
        let proxy = try BlackHoleProxy(to: "\(socket)/.s.PGSQL.5432")
        for hosts in [
            "localhost:\(proxy.port)", "localhost:1,localhost:\(proxy.port)",
            "no-such-host.invalid:5,127.0.0.1:\(proxy.port)",
        ] {
            let url =
                "postgres://interlock@\(hosts)/\(database.name)?target_session_attrs=read-write"
            try await withPool(url) { pool in
                let rows = try await pool.query("select current_database() as name")
                #expect(try rows.first?.text("name") == database.name)
            }
        }
        #expect(proxy.connections >= 3)
        try await database.drop()
    }

    @Test("a connection that falls silent is given up after its grace, and idle ones are found")
    func silentConnectionsAreGivenUp() async throws {
        let database = try await TestDatabase.fresh()
        let socket = try await TestCluster.shared().cluster.socketDirectory
        let proxy = try BlackHoleProxy(to: "\(socket)/.s.PGSQL.5432")
        let url = "postgres://interlock@127.0.0.1:\(proxy.port)/\(database.name)"
        var options = PostgresPoolOptions(maximum: 2)
        options.cancelGrace = .milliseconds(100)
        try await withPool(url, options: options) { pool in
            _ = try await pool.query("select 1")
            proxy.swallow()
            await #expect(throws: PostgresError.timeout(sent: true)) {
                try await pool.query("select 1", deadline: .milliseconds(100))
            }
            try await eventually("closed") { await pool.statistics().open == 0 }
            proxy.swallow(false)
            let rows = try await pool.query("select 1 as n")
            #expect(try rows.first?.int4("n") == 1)
        }
        options.idleCheck = .milliseconds(100)
        options.idleCheckDeadline = .milliseconds(100)
        try await withPool(url, options: options) { pool in
            _ = try await pool.query("select 1")
            proxy.swallow()
            try await eventually("found") { await pool.statistics().open == 0 }
            proxy.swallow(false)
            let rows = try await pool.query("select 1 as n")
            #expect(try rows.first?.int4("n") == 1)
        }
        try await database.drop()
    }
}
