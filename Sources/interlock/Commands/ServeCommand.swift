import EmbeddedPostgres
import EventLoop
import FoundationEssentials
import Glibc
import HTTPServer
import PostgresClient
import Service
import Storage
import Telemetry

/// Runs the service until it is told to end.
enum ServeCommand {
    static let serve = Command(
        name: "serve",
        summary: "Run the service, on its own private PostgreSQL unless a database is named.",
        discussion: """
            Without --database-url it starts a PostgreSQL cluster of its own under --data-dir, reached \
            by a socket only, and stops it at the end. Prints "listening on http://HOST:PORT" when it \
            is ready. SIGTERM drains: parked polls are answered over ten seconds, and with the last \
            answer it ends, with 0.
            """,
        options: Option.database + [
            Option(
                "--listen", "HOST:PORT", "Default 127.0.0.1:8080; port 0 picks one.", setting: true),
            Option("--tls-certificate", "FILE", "PEM chain; serves HTTPS.", setting: true),
            Option("--tls-key", "FILE", "PEM key of the certificate.", setting: true),
            Option("--loops", "N", "Threads that serve (default 2).", setting: true),
            Option(
                "--connections", "N", "Database connections in all (default 16).", setting: true),
            Option(
                "--drain", "SECONDS", "How long SIGTERM drains at most (default 10).",
                setting: true),
            Option(
                "--client-address", "WORD",
                """
                Whose wrong keys the console counts: peer (default), or forwarded, the last address of \
                X-Forwarded-For, where a proxy that sets it is the only way in.
                """,
                setting: true),
            Option("--log-format", "WORD", "json or human.", setting: true),
            Option("--log-level", "WORD", "debug, info, warning or error.", setting: true),
        ],
        examples: [
            ("interlock serve", "everything on this machine"),
            (
                "interlock serve --database-url postgres://db/interlock --listen 0.0.0.0:8080",
                "on a PostgreSQL server of yours"
            ),
        ],
        run: { try await run($0) })

    private static func run(_ invocation: Invocation) async throws {
        let logger = try logger(invocation)
        let settings = try ServeSettings(invocation)
        // Watched from here on, also while the database starts and is migrated.
        let end = try EndOfService()
        let outcome: Result<Void, any Error>
        do {
            if let url = settings.databaseURL {
                outcome = .success(try await serve(settings, url, end, logger))
            } else {
                outcome = .success(try await serveEmbedded(settings, end, logger))
            }
        } catch { outcome = .failure(error) }
        await end.close()
        try outcome.get()
    }

    private static func serveEmbedded(
        _ settings: ServeSettings, _ end: EndOfService, _ logger: Logger
    ) async throws {
        logger.info(
            "starting the private PostgreSQL", ["data_dir": .string(settings.dataDirectory)])
        let cluster = try await EmbeddedCluster.start(
            dataDirectory: settings.dataDirectory, options: .durable)
        let watch = Task {
            await cluster.waitUntilEnded()
            if !Task.isCancelled { end.finish(.databaseEnded) }
        }
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(
                try await serve(
                    settings, cluster.connectionString(), as: AuditGuard.role, end, logger))
        } catch { outcome = .failure(error) }
        watch.cancel()
        await watch.value
        await cluster.stop()
        try outcome.get()
    }

    /// - Parameter login: the role to log in as for everything but migrating, on a cluster of our own.
    private static func serve(
        _ settings: ServeSettings, _ url: String, as login: String? = nil, _ end: EndOfService,
        _ logger: Logger
    ) async throws {
        let loops = try EventLoopGroup(count: settings.loops, name: "loop")
        let configuration = try await prepare(
            PostgresConfiguration(url: url), as: login, on: loops.loops[0], logger)
        let side = PostgresPool(
            configuration, on: loops.loops[0], options: PostgresPoolOptions(maximum: 2))
        let database = Database(
            configuration, on: loops,
            options: PostgresPoolOptions(maximum: settings.perLoop, waiters: 10_000))
        let storage = Storage(database)
        let service = try await Service.start(
            configuration: settings.service, storage: storage, registry: AppRegistry(storage),
            feed: ChangeFeed(configuration, side, logger: logger), loops: loops, logger: logger,
            metrics: Metrics())
        try Output.listening(service.address)
        let cause = await end.wait()
        logger.info("draining", ["cause": .string(cause.rawValue)])
        if cause == .signal {
            await service.drain(over: settings.drain)
            // What is still half sent has had its time.
            await service.stop(within: .zero)
        } else {
            await service.stop()
        }
        await database.close()
        await side.close()
        await Offload.run { loops.stop() }
        if cause == .databaseEnded {
            throw CommandFailure.refused("the private PostgreSQL has ended; see its log")
        }
    }

    /// Migrates as the owner; gives what the service connects with: a role that can't change the audit.
    private static func prepare(
        _ owner: PostgresConfiguration, as login: String?, on loop: EventLoop, _ logger: Logger
    ) async throws -> PostgresConfiguration {
        let pool = PostgresPool(owner, on: loop, options: PostgresPoolOptions(maximum: 1))
        let report: Migrator.Report
        let guarded: AuditGuard
        do {
            report = try await Migrator.migrate(pool, admitting: login != nil)
            guarded = try await AuditGuard(pool)
        } catch {
            await pool.close()
            throw error
        }
        await pool.close()
        let configuration =
            if let login {
                owner.loggingIn(as: login)
            } else if guarded.assumes {
                owner.assuming(role: AuditGuard.role)
            } else { owner }
        logger.info(
            "database ready",
            [
                "migrations": LogValue(report.applied.count), "database": "\(configuration)",
                "role": .string(login ?? (guarded.assumes ? AuditGuard.role : guarded.login)),
            ])
        if login == nil, let advice = guarded.advice { logger.warning(advice) }
        return configuration
    }

    static func logger(_ invocation: Invocation) throws -> Logger {
        let format = try invocation.words("--log-format", as: LogFormat.self).last
        let level = try invocation.words("--log-level", as: LogLevel.self).last
        return Logger(
            level: level ?? .info,
            format: format ?? (isatty(STDERR_FILENO) == 1 ? .human : .json))
    }
}
