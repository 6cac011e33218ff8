import EmbeddedPostgres
import EventLoop
import FoundationEssentials
import InterlockAPI
import PostgresClient
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite("A crash of PostgreSQL")
struct CrashPromises {
    /// What a client was told is done.
    struct Acknowledged: Sendable {
        var reserved: [(account: String, request: String, intent: UUID)] = []
        var settled: [(transaction: String, intent: UUID)] = []
    }

    final class Ledger: Sendable {
        let state = Mutex(Acknowledged())
    }

    @Test("stopped at once in the middle of 32 clients, it has everything that was acknowledged")
    func nothingAcknowledgedIsLost() async throws {
        let folder = try TestFolder.path("crash")
        let cluster = try await EmbeddedCluster.start(dataDirectory: folder, options: .durable)
        let url = cluster.connectionString()
        try await StorageFixture.migrate(url)
        let acknowledged = Ledger()
        try await Self.with(url) { fixture in
            await withTaskGroup { group in
                for client in 0..<32 {
                    group.addTask { await Self.buy(client, fixture, acknowledged) }
                }
                group.addTask {
                    while acknowledged.state.withLock({ $0.settled.count < 150 }) {
                        await Task.yield()
                    }
                    await cluster.stop(.immediate)
                }
            }
        }
        let again = try await EmbeddedCluster.start(dataDirectory: folder, options: .durable)
        try await Self.check(acknowledged.state.withLock { $0 }, again.connectionString())
        await again.stop()
    }

    /// Reserves and settles until the database is gone.
    private static func buy(
        _ client: Int, _ fixture: StorageFixture, _ acknowledged: Ledger
    ) async {
        for round in 0... {
            let (name, request) = ("c\(client)-\(round)", "r\(round)")
            let account = fixture.account(name)
            do {
                let answer = try await fixture.reserve(account, "lifetime", request: request)
                guard let intent = answer.intent else { return }
                acknowledged.state.withLock { $0.reserved.append((name, request, intent.id)) }
                let fact = try fixture.purchase(
                    "T-\(name)", "lifetime", bought: intent.createdAt.milliseconds + 1,
                    token: intent.appAccountToken)
                let settled = try await fixture.upload(fact, by: account).answer
                guard let settled, settled.outcome == .settled, let id = settled.intent?.id else {
                    return
                }
                acknowledged.state.withLock { $0.settled.append(("T-\(name)", id)) }
            } catch { return }
        }
    }

    private static func check(_ acknowledged: Acknowledged, _ url: String) async throws {
        #expect(acknowledged.settled.count >= 150)
        try await with(url) { fixture in
            for (name, request, intent) in acknowledged.reserved {
                let again = try await fixture.reserve(
                    fixture.account(name), "lifetime", request: request)
                #expect(again.outcome == .replay && again.intent?.id == intent)
            }
            let settled = try await fixture.ask(
                """
                select count(*)::text from interlock.intent i
                join interlock.store_transaction t using (transaction_id)
                where i.status = 'completed' and i.transaction_id = any(
                    '{\(acknowledged.settled.map(\.transaction).joined(separator: ","))}')
                """)
            #expect(settled == String(acknowledged.settled.count))
            let doubled = try await fixture.ask(
                """
                select count(*)::text from (select from interlock.intent where open
                    group by scope_id, environment having count(*) > 1) d
                """)
            #expect(doubled == "0")
        }
    }

    private static func with(
        _ url: String, _ body: (StorageFixture) async throws -> Void
    ) async throws {
        let loops = try EventLoopGroup(count: 2, name: "crash")
        var options = PostgresPoolOptions(maximum: 8)
        options.failsFast = true
        let database = Database(
            try PostgresConfiguration(url: url), on: loops, options: options)
        let outcome: Result<Void, any Error>
        do {
            let fixture = try await StorageFixture.prepare(Storage(database), url)
            outcome = .success(try await body(fixture))
        } catch { outcome = .failure(error) }
        await database.close()
        await Offload.run { loops.stop() }
        try outcome.get()
    }
}
