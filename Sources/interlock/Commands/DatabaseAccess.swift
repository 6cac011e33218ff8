import EmbeddedPostgres
import EventLoop
import Glibc
import PostgresClient
import Storage
import Telemetry

/// Reaches the database that an invocation names, for commands that do one thing and end.
enum DatabaseAccess {
    /// Where `serve` keeps its own cluster when nothing else is said.
    static var defaultDataDirectory: String {
        if getuid() == 0 { return "/var/lib/interlock" }
        let home = getenv("HOME").map { String(cString: $0) } ?? "."
        return home + "/.local/share/interlock"
    }

    static func dataDirectory(_ invocation: Invocation) throws -> String {
        try invocation.text("--data-dir") ?? defaultDataDirectory
    }

    /// The server that is named; nil for the cluster under the data directory. What the command line says
    /// counts more than a variable.
    static func databaseURL(_ invocation: Invocation) throws -> String? {
        let names = ["--database-url", "--data-dir"]
        if names.allSatisfy(invocation.has) {
            throw invocation.fault(
                "--database-url names a server of yours, --data-dir the database of a `serve`: "
                    + "give one of them")
        }
        return invocation.has("--data-dir") ? nil : try invocation.text("--database-url")
    }

    static func configuration(_ invocation: Invocation) throws -> PostgresConfiguration {
        let url = try url(invocation)
        do { return try PostgresConfiguration(url: url) } catch {
            throw invocation.fault(
                "--database-url can't be read (\(error)): its form is postgres://USER@HOST/DATABASE"
            )
        }
    }

    private static func url(_ invocation: Invocation) throws -> String {
        if let url = try databaseURL(invocation) { return url }
        let directory = try dataDirectory(invocation)
        guard let url = try EmbeddedCluster.locate(dataDirectory: directory) else {
            throw CommandFailure.refused(
                """
                no service runs on \(directory). Start one (interlock serve --data-dir \
                \(directory)), name another folder with --data-dir, or a database with --database-url
                """)
        }
        return url
    }

    /// Lends the stores.
    static func with(
        _ invocation: Invocation, _ body: (Storage) async throws -> Void
    ) async throws {
        try await lend(invocation) { storage, _, _ in try await body(storage) }
    }

    /// Lends the stores, and the feed of what services announce.
    static func withFeed(
        _ invocation: Invocation, _ body: (Storage, ChangeFeed) async throws -> Void
    ) async throws {
        try await lend(invocation) { storage, configuration, loop in
            let pool = PostgresPool(
                configuration, on: loop, options: PostgresPoolOptions(maximum: 1))
            let logger = Logger(level: .error, format: .human)
            let outcome: Result<Void, any Error>
            do {
                let feed = ChangeFeed(configuration, pool, logger: logger)
                outcome = .success(try await body(storage, feed))
            } catch { outcome = .failure(error) }
            await pool.close()
            try outcome.get()
        }
    }

    private static func lend(
        _ invocation: Invocation,
        _ body: (Storage, PostgresConfiguration, EventLoop) async throws -> Void
    ) async throws {
        let configuration = try configuration(invocation)
        let loops = try EventLoopGroup(count: 1, name: "command")
        var options = PostgresPoolOptions(maximum: 2)
        options.failsFast = true
        let database = Database(configuration, on: loops, options: options)
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(
                try await body(Storage(database), configuration, loops.loops[0]))
        } catch { outcome = .failure(error) }
        await database.close()
        await Offload.run { loops.stop() }
        try outcome.get()
    }

    /// Tells running services what was committed. They would notice by themselves in about two seconds, so
    /// that a failure is told and fails nothing.
    static func announce(_ change: ChangeFeed.Change, _ storage: Storage) async {
        do { try await storage.announce(change) } catch {
            Output.error(
                "interlock: done, but running services could not be told and notice it later: "
                    + "\(error)")
        }
    }
}
