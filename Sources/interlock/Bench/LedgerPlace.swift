import EventLoop
import FoundationEssentials
import PostgresClient
import Storage

/// One of the two databases that the reads are compared in: the measured one, and one beside it on the same
/// server that holds little. Both are read in turns, so that what else the machine does meets both.
struct LedgerPlace: Sendable {
    let storage: Storage
    let stage: LedgerStage
    let pools: [PostgresPool]
    private let database: Database
    /// The database that goes when the bench ends.
    private let ownName: String?

    /// The database that the invocation names.
    static func measured(
        _ configuration: PostgresConfiguration, _ loops: EventLoopGroup,
        _ options: PostgresPoolOptions
    ) async throws -> LedgerPlace {
        try await LedgerPlace(configuration, loops, options, ownName: nil)
    }

    /// A new one beside it.
    func companion(
        _ configuration: PostgresConfiguration, _ loops: EventLoopGroup,
        _ options: PostgresPoolOptions
    ) async throws -> LedgerPlace {
        let name = "interlock_bench_\(UUID().uuidString.lowercased().prefix(8))"
        try await pools[0].simple("create database \(name)", deadline: .seconds(60))
        do {
            return try await LedgerPlace(
                configuration.selecting(database: name), loops, options, ownName: name)
        } catch {
            try? await pools[0].simple("drop database \(name) with (force)")
            throw error
        }
    }

    private init(
        _ configuration: PostgresConfiguration, _ loops: EventLoopGroup,
        _ options: PostgresPoolOptions, ownName: String?
    ) async throws {
        database = Database(configuration, on: loops, options: options)
        pools = loops.loops.map { PostgresPool(configuration, on: $0, options: options) }
        storage = Storage(database)
        self.ownName = ownName
        do {
            if ownName != nil { _ = try await Migrator.migrate(pools[0]) }
            stage = try await LedgerStage.make(in: storage)
        } catch {
            for pool in pools { await pool.close() }
            await database.close()
            throw error
        }
    }

    /// Closes the connections; a companion is dropped by the place that it is beside.
    func end(beside other: LedgerPlace?) async {
        for pool in pools { await pool.close() }
        await database.close()
        guard let ownName, let other else { return }
        try? await other.pools[0].simple("drop database if exists \(ownName) with (force)")
    }

    /// Ingests what is uploaded, one by one, by as many callers as the crew has.
    func ingest(_ uploads: [LedgerStage.Upload], by crew: BenchCrew) async throws -> Duration {
        try await crew.run(uploads) { upload in
            _ = try await storage.ledger.ingest(upload.fact, from: upload.bringer)
        }
    }
}
