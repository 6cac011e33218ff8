import EventLoop
import FoundationEssentials
import InterlockAPI
import PostgresClient
import TestSupport
import Testing

@testable import Storage

@Suite("An audit of before")
struct AuditMigrationPromises {
    /// What a program of before the chain left, as it wrote it.
    private static let before = [
        """
        insert into interlock.app (app_id, environments, token_signer, token_signer_id)
        values ('demo', '{Sandbox}', '', 'k'), ('quiet', '{Sandbox}', '', 'k')
        """,
        """
        insert into interlock.catalog (app_id, deadlines) values ('demo', '{}'), ('quiet', '{}')
        """,
        """
        insert into interlock.account values (
            '00000000-0000-0000-0000-00000000000a', 'demo', 'ann',
            '00000000-0000-0000-0000-00000000000a', gen_random_uuid(), now())
        """,
        """
        insert into interlock.audit (audit_id, app_id, at, actor, act, subject, reason, detail)
        select gen_random_uuid(), 'demo', now() - n * interval '1 hour',
            '{"kind": "administrator", "key_id": "k", "label": "Zoë"}', act, subject::jsonb,
            'ticket ' || n, detail::jsonb
        from (values
            (4, 'intent.release', '{"intent_id": "7"}', '{}'),
            (3, 'transaction.transfer', '{"original_transaction_id": "1"}',
                '{"to_key": "00000000-0000-0000-0000-00000000000A",
                "from_key": "00000000-0000-0000-0000-00000000000B"}'),
            (2, 'account.merge', '{"account_key": "00000000-0000-0000-0000-00000000000B"}',
                '{"into_key": "00000000-0000-0000-0000-00000000000A"}'),
            (1, 'incident.resolve', '{"incident_id": "8"}', '{}')) v (n, act, subject, detail)
        """,
    ]

    @Test func `is chained as it is, and names accounts no more`() async throws {
        try await TestDatabase.with { database in
            try await withPool(database.url) { pool in
                try await migrateUntil("migrations/0012", pool)
                for statement in Self.before { try await pool.simple(statement) }
                let report = try await Migrator.migrate(pool)
                #expect(report.applied.contains("migrations/0012_audit_chain.sql"))
            }
            try await withStorage(database.url) { storage in
                let found = try await storage.audit.verify(appID: "demo")
                #expect(found.fault == nil && found.records == 4)
                let quiet = try await storage.audit.verify(appID: "quiet")
                #expect(quiet.fault == nil && quiet.records == 0)
                let records = try await storage.audit.list(
                    appID: "demo", AuditStore.Filter(), before: nil, limit: 9)
                #expect(
                    records.map(\.act) == [
                        "incident.resolve", "account.merge", "transaction.transfer",
                        "intent.release",
                    ])
                #expect(records.map { $0.accounts.map(\.value) } == [[], ["ann"], ["ann"], []])
                guard case .object(let merged) = records[1].subject,
                    case .object(let lost) = records[2].before
                else {
                    Issue.record("no subjects")
                    return
                }
                // Who is gone is still one and the same.
                #expect(merged["account_subject"] == lost["owner_subject"])
                #expect(merged["account_key"] == nil)
            }
        }
    }

    /// As the migrator of an older program did it.
    private func migrateUntil(_ end: String, _ pool: PostgresPool) async throws {
        try await pool.simple("create schema interlock")
        try await pool.simple(
            """
            create table interlock.schema_file (
                path text primary key, checksum bytea not null,
                applied_at timestamptz not null default now())
            """)
        for file in SchemaFile.migrations where file.path < end {
            for statement in SQLScript.statements(of: file.text) {
                try await pool.simple(statement)
            }
            _ = try await pool.query(
                "insert into interlock.schema_file (path, checksum) values ($1, $2)",
                [.text(file.path), .bytea(file.checksum)])
        }
    }

    private func withStorage(
        _ url: String, _ body: (Storage) async throws -> Void
    ) async throws {
        let loops = try EventLoopGroup(count: 1, name: "audit")
        let database = Database(
            try PostgresConfiguration(url: url), on: loops,
            options: PostgresPoolOptions(maximum: 1))
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(Storage(database))) } catch {
            outcome = .failure(error)
        }
        await database.close()
        await Offload.run { loops.stop() }
        try outcome.get()
    }
}
