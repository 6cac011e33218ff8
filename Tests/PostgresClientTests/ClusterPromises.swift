import EmbeddedPostgres
import Glibc
import PostgresClient
import TestSupport
import Testing

@Suite("Embedded cluster")
struct ClusterPromises {
    static func value(_ sql: String, _ url: String) async throws -> String {
        let configuration = try PostgresConfiguration(url: url)
        return try await PostgresPool.withTemporary(configuration) { pool in
            try #require(try await pool.query(PostgresStatement(sql)).first).text(0)
        }
    }

    @Test("a durable cluster syncs, checks its pages, listens on no port and is not root's")
    func durableSettings() async throws {
        let path = try TestFolder.path("durable")
        let cluster = try await EmbeddedCluster.start(dataDirectory: path)
        let url = cluster.connectionString()
        for (name, expected) in [
            ("fsync", "on"), ("synchronous_commit", "on"), ("full_page_writes", "on"),
            ("data_checksums", "on"), ("listen_addresses", ""), ("server_encoding", "UTF8"),
            ("lc_collate", "C.UTF-8"), ("unix_socket_permissions", "0700"),
        ] {
            #expect(try await Self.value("show \(name)", url) == expected, "\(name)")
        }
        #expect(try await Self.value("select current_user::text", url) == "interlock")
        #expect(try await Self.value("select current_database()::text", url) == "interlock")
        var info = stat()
        #expect(stat("/proc/\(cluster.postmasterProcess)", &info) == 0 && info.st_uid != 0)
        #expect(stat(cluster.socketDirectory, &info) == 0 && info.st_mode & 0o077 == 0)
        await cluster.stop()
    }

    @Test("a second start is refused while the first runs; others find it until it is stopped")
    func oneRunsOthersFind() async throws {
        let path = try TestFolder.path("single")
        #expect(try EmbeddedCluster.locate(dataDirectory: path) == nil)
        let cluster = try await EmbeddedCluster.start(dataDirectory: path, options: .throwaway)
        let error = await #expect(throws: EmbeddedPostgresError.self) {
            try await EmbeddedCluster.start(dataDirectory: path, options: .throwaway)
        }
        #expect(error == .inUse(dataDirectory: path, process: String(getpid())))
        let found = try #require(try EmbeddedCluster.locate(dataDirectory: path))
        #expect(found == cluster.connectionString())
        #expect(try await Self.value("select 'found'", found) == "found")
        let configuration = try PostgresConfiguration(url: found)
        try await PostgresPool.withTemporary(configuration) { pool in
            try await pool.simple("create table kept (t text); insert into kept values ('it')")
        }
        await cluster.stop()
        await cluster.stop()
        #expect(try EmbeddedCluster.locate(dataDirectory: path) == nil)
        #expect(kill(cluster.postmasterProcess, 0) != 0)
        let again = try await EmbeddedCluster.start(dataDirectory: path, options: .throwaway)
        #expect(try await Self.value("select t from kept", again.connectionString()) == "it")
        await again.stop()
    }

    @Test("a server that outlived its interlock is stopped, never doubled")
    func orphansAreStopped() async throws {
        let path = try TestFolder.path("orphan")
        var dropped: EmbeddedCluster? = try await EmbeddedCluster.start(
            dataDirectory: path, options: .throwaway)
        let orphan = try #require(dropped?.postmasterProcess)
        dropped = nil
        #expect(kill(orphan, 0) == 0)
        let cluster = try await EmbeddedCluster.start(dataDirectory: path, options: .throwaway)
        #expect(cluster.postmasterProcess != orphan)
        var status: Int32 = 0
        // It was our child: only a zombie is left of it, if anything.
        #expect(waitpid(orphan, &status, WNOHANG) != 0)
        await cluster.stop()
    }

    @Test("a stale lock file that names a stranger's process is no obstacle, and he is left alone")
    func strangersAreLeftAlone() async throws {
        let path = try TestFolder.path("stale")
        let cluster = try await EmbeddedCluster.start(dataDirectory: path, options: .throwaway)
        let note = "\(path)/postgres/postmaster.pid"
        let stranger = try ServerProcess("/bin/sleep", ["600"])
        await cluster.stop(.kill)
        let descriptor = open(note, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var text = "\(stranger.id)\n\(path)/postgres\n1\n5432\n\(cluster.socketDirectory)\n\n"
        text.withUTF8 { _ = write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        let again = try await EmbeddedCluster.start(dataDirectory: path, options: .throwaway)
        #expect(kill(stranger.id, 0) == 0)
        #expect(try await Self.value("select 'up'", again.connectionString()) == "up")
        await again.stop()
    }

    @Test("what an interrupted first start left is removed and made anew")
    func interruptedStartsRecover() async throws {
        let path = try TestFolder.path("half")
        mkdir(path, 0o711)
        mkdir("\(path)/postgres.new-abcdef", 0o700)
        close(open("\(path)/postgres.new-abcdef/PG_VERSION", O_CREAT | O_WRONLY, 0o600))
        let cluster = try await EmbeddedCluster.start(dataDirectory: path, options: .throwaway)
        #expect(access("\(path)/postgres.new-abcdef", F_OK) != 0)
        await cluster.stop()
    }

    @Test("a path too long for a socket gets a private folder elsewhere, which others find")
    func longPathsWork() async throws {
        let path = try TestFolder.path(String(repeating: "long", count: 25))
        let cluster = try await EmbeddedCluster.start(dataDirectory: path, options: .throwaway)
        #expect(cluster.socketDirectory.hasPrefix("/tmp/interlock-"))
        let found = try #require(try EmbeddedCluster.locate(dataDirectory: path))
        #expect(try await Self.value("select 'found'", found) == "found")
        await cluster.stop()
        #expect(access(cluster.socketDirectory, F_OK) != 0)
    }

    @Test("a cluster of another version is refused with the advice what to install")
    func otherVersionsAreRefused() async throws {
        let path = try TestFolder.path("version")
        mkdir(path, 0o711)
        mkdir("\(path)/postgres", 0o700)
        let descriptor = open("\(path)/postgres/PG_VERSION", O_CREAT | O_WRONLY, 0o600)
        #expect(write(descriptor, "9\n", 2) == 2)
        close(descriptor)
        let error = await #expect(throws: EmbeddedPostgresError.self) {
            try await EmbeddedCluster.start(dataDirectory: path, options: .throwaway)
        }
        guard case .versionMismatch("9", _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error.map { "\($0)".contains("postgresql-9") } == true)
    }

    @Test(
        "a folder that the server's user can't enter is named, with what to do",
        .enabled(if: geteuid() == 0, "only root starts the server as another user"))
    func closedFoldersAreNamed() async throws {
        let parent = try TestFolder.path("closed")
        mkdir(parent, 0o700)
        let error = await #expect(throws: EmbeddedPostgresError.self) {
            try await EmbeddedCluster.start(dataDirectory: "\(parent)/data", options: .throwaway)
        }
        guard case .notTraversable(parent, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("the log is moved aside before it grows without bound")
    func logsAreBounded() async throws {
        let path = try TestFolder.path("log")
        var options = EmbeddedClusterOptions.throwaway
        options.logLimit = 20_000
        options.logCheck = .milliseconds(20)
        let cluster = try await EmbeddedCluster.start(dataDirectory: path, options: options)
        let configuration = try PostgresConfiguration(url: cluster.connectionString())
        try await PostgresPool.withTemporary(configuration) { pool in
            try await eventually("moved aside") {
                for _ in 0..<20 {
                    try await pool.simple(
                        "do $$ begin raise warning '%', repeat('x', 1000); end $$")
                }
                return access("\(path)/postgres.log.1", F_OK) == 0
            }
        }
        var info = stat()
        #expect(stat("\(path)/postgres.log.1", &info) == 0 && info.st_size <= 60_000)
        await cluster.stop()
    }

    @Test("a server that can't start says why, with the end of its log")
    func failedStartsShowTheLog() async throws {
        let path = try TestFolder.path("failing")
        var options = EmbeddedClusterOptions.throwaway
        options.settings = ["shared_buffers=1kB"]
        let error = await #expect(throws: EmbeddedPostgresError.self) {
            try await EmbeddedCluster.start(dataDirectory: path, options: options)
        }
        guard case .notReady(_, let log)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(log.contains("shared_buffers"))
    }
}
