import EmbeddedPostgres
import EventLoop
import Glibc
import PostgresClient
import Storage

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

    static func url(_ invocation: Invocation) throws -> String {
        if let url = try invocation.text("--database-url") { return url }
        let directory = try dataDirectory(invocation)
        guard let url = try EmbeddedCluster.locate(dataDirectory: directory) else {
            throw CommandFailure.refused(
                """
                no service runs on \(directory). Start one (interlock serve --data-dir \
                \(directory)), or name the database with --database-url
                """)
        }
        return url
    }

    static func with(
        _ invocation: Invocation, _ body: (Storage) async throws -> Void
    ) async throws {
        let loops = try EventLoopGroup(count: 1, name: "command")
        var options = PostgresPoolOptions(maximum: 2)
        options.failsFast = true
        let database = Database(
            try PostgresConfiguration(url: try url(invocation)), on: loops,
            options: options)
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(Storage(database))) } catch {
            outcome = .failure(error)
        }
        await database.close()
        await Offload.run { loops.stop() }
        try outcome.get()
    }
}
