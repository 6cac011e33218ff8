// PostgresClientTests: PostgresClient and EmbeddedPostgres against the real server, in databases and
// clusters of their own.
import EventLoop
import PostgresClient
import TestSupport
import Testing

@Suite("Calls")
struct CallPromises {
    @Test("a statement is prepared once on a connection and keeps its name")
    func statementsArePreparedOnce() async throws {
        try await TestDatabase.with { database in
            try await withPool(database.url, options: PostgresPoolOptions(maximum: 1)) { pool in
                let statement = PostgresStatement(name: "double_it", "select $1::int8 * 2 as n")
                for number in 0..<50 as Range<Int64> {
                    let rows = try await pool.query(statement, [.int8(number)])
                    #expect(try rows.first?.int8("n") == number * 2)
                }
                let prepared = try await pool.query(
                    """
                    select name, generic_plans + custom_plans as runs
                    from pg_prepared_statements where name = 'double_it'
                    """)
                #expect(prepared.count == 1)
                #expect(try prepared.first?.int8("runs") == 50)
            }
        }
    }

    @Test("without prepared statements nothing stays on the server")
    func unnamedStatementsLeaveNothing() async throws {
        try await TestDatabase.with { database in
            var options = PostgresPoolOptions(maximum: 1)
            options.preparesStatements = false
            try await withPool(database.url, options: options) { pool in
                for number in 0..<5 as Range<Int64> {
                    let rows = try await pool.query(
                        "select $1::int4 as n, $2::text as t", [.int8(number), .text("é")])
                    #expect(try rows.first?.int4("n") == Int32(number))
                    #expect(try rows.first?.text("t") == "é")
                }
                let left = try await pool.query("select name from pg_prepared_statements")
                #expect(left.isEmpty)
            }
        }
    }

    @Test(
        "an error keeps its SQLSTATE, and the connection serves the next call",
        arguments: [
            ("select 1/0", "22012"), ("select nothing", "42703"), ("selec", "42601"),
            ("select * from absent", "42P01"), ("insert into single values (1)", "23505"),
            ("insert into single values (-1)", "23514"), ("select 'x'::int", "22P02"),
            ("select raise('40001')", "40001"), ("select raise('IL001')", "IL001"),
        ])
    func errorsKeepTheirCode(sql: String, code: String) async throws {
        try await TestDatabase.with(
            key: "errors",
            prepare: { url in
                try await withPool(url) { pool in
                    try await pool.simple(
                        """
                        create table single (id int primary key, constraint positive check (id > 0));
                        insert into single values (1);
                        create function raise(code text) returns int language plpgsql as $$
                        begin raise 'told' using errcode = code, detail = 'd', hint = 'h'; end $$;
                        """)
                }
            }
        ) { database in
            try await withPool(database.url, options: PostgresPoolOptions(maximum: 1)) { pool in
                let before = try await pool.query("select pg_backend_pid() as pid")
                let error = await #expect(throws: PostgresError.self) {
                    try await pool.query(PostgresStatement(sql))
                }
                #expect(error?.sqlState == code)
                #expect(error?.isRetryable == (code == "40001"))
                #expect(error?.outcomeUnknown == false)
                if case .server(let server)? = error {
                    #expect(server.severity == "ERROR")
                    if code == "23514" { #expect(server.constraint == "positive") }
                    if code == "IL001" {
                        #expect(server.detail == "d" && server.hint == "h")
                        #expect(server.context?.contains("raise") == true)
                    }
                }
                let after = try await pool.query("select pg_backend_pid() as pid")
                #expect(try before.first?.int4("pid") == after.first?.int4("pid"))
            }
        }
    }

    @Test("a script of several statements runs as one, and fails as one")
    func scriptsAreAtomic() async throws {
        try await TestDatabase.with { database in
            try await withPool(database.url) { pool in
                try await pool.simple("create table a (n int); create table b (n int)")
                await #expect(throws: PostgresError.self) {
                    try await pool.simple(
                        "insert into a values (1); insert into nowhere values (1)")
                }
                #expect(try await pool.query("select * from a").isEmpty)
            }
        }
    }

    @Test("a function that changes its result after a migration is prepared afresh, unnoticed")
    func changedResultsArePreparedAfresh() async throws {
        try await TestDatabase.with { database in
            try await withPool(database.url, options: PostgresPoolOptions(maximum: 2)) { pool in
                try await pool.simple("create table shape (a int); insert into shape values (1)")
                let statement = PostgresStatement("select * from shape")
                #expect(try await pool.query(statement).columnNames == ["a"])
                try await pool.simple("alter table shape add b int default 2")
                #expect(try await pool.query(statement).columnNames == ["a", "b"])
            }
        }
    }

    @Test(
        "a wrong parameter is refused before anything is sent",
        arguments: [
            ("select $1::int4", [PostgresValue.bytea([1])]), ("select $1::uuid", [.bytea([1])]),
            ("select $1::text", [.text("a"), .text("b")]), ("select $1::text", []),
            ("select $1::interval", [.text("1\u{0}s")]),
            ("select $1::int4[]", [.int8Array([1 << 40])]),
        ])
    func wrongParametersAreRefused(sql: String, values: [PostgresValue]) async throws {
        try await TestDatabase.with { database in
            try await withPool(database.url, options: PostgresPoolOptions(maximum: 1)) { pool in
                let error = await #expect(throws: PostgresError.self) {
                    try await pool.query(PostgresStatement(sql), values)
                }
                guard case .encoding? = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                let next = try await pool.query("select 1 as n")
                #expect(try next.first?.int4("n") == 1)
            }
        }
    }

    @Test("no password of a connection string is ever described")
    func passwordsStayHidden() async throws {
        let url = "postgres://role:s3cret@db.example:6432/base?sslmode=require"
        let configuration = try PostgresConfiguration(url: url)
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(configuration)", String(reflecting: configuration), dumped] {
            #expect(!text.contains("s3cret"))
        }
        #expect("\(configuration)".contains("db.example"))
        for broken in [
            "postgres://role:s3cret%zz@host/db", "password=s3cret nonsense", "password='s3cret",
            "postgres://role:s3cret@[::1/db",
        ] {
            let error = #expect(throws: PostgresError.self) {
                try PostgresConfiguration(url: broken)
            }
            #expect(error.map { !"\($0)".contains("s3cret") } ?? false)
        }
    }
}
