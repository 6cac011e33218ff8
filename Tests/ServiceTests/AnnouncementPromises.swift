import EventLoop
import FoundationEssentials
import PostgresClient
import Storage
import Telemetry
import TestSupport
import Testing

@Suite("Announcements of commands")
struct AnnouncementPromises {
    @Test func `what a command announces reaches the feed of every node`() async throws {
        try await TestDatabase.with { database in
            try await withPool(database.url) { pool in
                let configuration = try PostgresConfiguration(url: database.url)
                let feed = ChangeFeed(configuration, pool, logger: Logger())
                let (changes, continuation) = AsyncStream.makeStream(of: ChangeFeed.Change.self)
                feed.subscribe { continuation.yield($0) }
                let running = Task { await feed.run() }
                let outcome: Result<Void, any Error>
                do {
                    outcome = .success(try await announceAndHear(configuration, changes))
                } catch { outcome = .failure(error) }
                running.cancel()
                await running.value
                try outcome.get()
            }
        }
    }

    private func announceAndHear(
        _ configuration: PostgresConfiguration, _ changes: AsyncStream<ChangeFeed.Change>
    ) async throws {
        let loops = try EventLoopGroup(count: 1, name: "command")
        let database = Database(configuration, on: loops, options: PostgresPoolOptions(maximum: 1))
        let storage = Storage(database)
        // The feed says that anything may have changed once it listens.
        try await hear(.everything, changes)
        for change in [ChangeFeed.Change.scope(UUID()), .apps] {
            try await storage.announce(change)
            try await hear(change, changes)
        }
        await database.close()
        await Offload.run { loops.stop() }
    }

    private func hear(
        _ wanted: ChangeFeed.Change, _ changes: AsyncStream<ChangeFeed.Change>
    ) async throws {
        try await withDeadline(.seconds(20), "\(wanted) is heard") {
            for await change in changes where change == wanted { return }
        }
    }
}
