import FoundationEssentials
import PostgresClient
import TestSupport
import Testing

@testable import Storage

@Suite("Migrations")
struct MigrationPromises {
    @Test("a second run applies nothing, and a changed or unknown migration is refused")
    func migrationsAreCheckedForEver() async throws {
        try await TestDatabase.with { database in
            try await withPool(database.url) { pool in
                let first = try await Migrator.migrate(pool)
                #expect(first.applied == SchemaFile.migrations.map(\.path))
                #expect(first.refreshedFunctions)
                #expect(try await Migrator.migrate(pool) == Migrator.Report())
                try await pool.simple(
                    "update interlock.schema_file set checksum = '' where path like '%0003%'")
                await #expect(throws: Migrator.Failure.self) { try await Migrator.migrate(pool) }
                try await pool.simple(
                    "update interlock.schema_file set path = 'migrations/9999_later.sql' "
                        + "where path like '%0003%'")
                await #expect(throws: Migrator.Failure.self) { try await Migrator.migrate(pool) }
            }
        }
    }

    @Test("concurrent migrators agree: one works, the others wait")
    func migratorsTakeTurns() async throws {
        try await TestDatabase.with { database in
            try await withThrowingTaskGroup(of: Migrator.Report.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await withPool(database.url) { try await Migrator.migrate($0) }
                    }
                }
                var applied = 0
                for try await report in group { applied += report.applied.count }
                #expect(applied == SchemaFile.migrations.count)
            }
        }
    }

    @Test("every file of sql/ is embedded, under its own name")
    func nothingIsLeftOut() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "sql")
        var found: [String] = []
        for folder in ["migrations", "functions"] {
            let base = root.appending(path: folder).path
            for path in try FileManager.default.subpathsOfDirectory(atPath: base)
            where path.hasSuffix(".sql") {
                found.append("\(folder)/\(path)")
            }
        }
        let embedded = (SchemaFile.migrations + SchemaFile.functions).map(\.path)
        #expect(found.sorted() == embedded.sorted())
        #expect(found.count > 40)
    }

    @Test("keys of a scope's tables lead with the scope, and foreign keys stay under it")
    func keysLeadWithTheDistributionKey() async throws {
        try await StorageFixture.with { fixture in
            let strays = try await fixture.ask(
                """
                select string_agg(i.indexrelid::regclass::text, ', ')
                from pg_index i
                join pg_class c on c.oid = i.indrelid
                join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
                where c.relnamespace = 'interlock'::regnamespace and i.indisunique
                    and a.attname <> case
                        when c.relname in ('scope', 'member', 'intent', 'claim', 'ownership', 'due')
                            or c.relname like 'intent_event%' then 'scope_id'
                        when c.relname in ('purchase_line', 'store_transaction')
                            then 'original_transaction_id'
                        when c.relname = 'account' then 'account_key'
                        else a.attname end
                """)
            #expect(strays == nil)
            let crossing = try await fixture.ask(
                """
                select string_agg(conname, ', ') from pg_constraint k
                join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
                where k.contype = 'f' and k.connamespace = 'interlock'::regnamespace
                    and k.confrelid <> 'interlock.app'::regclass
                    and a.attname not in ('scope_id', 'original_transaction_id')
                """)
            #expect(crossing == nil)
        }
    }

    @Test("hot functions are STRICT; nothing uses triggers, advisory locks, NOTIFY or sequences")
    func hotFunctionsKeepTheRules() async throws {
        try await StorageFixture.with { fixture in
            let lax = try await fixture.ask(
                """
                select string_agg(proname, ', ') from pg_proc
                where pronamespace = 'interlock'::regnamespace and not proisstrict
                    and proname = any ('{intents_reserve,intents_report,intents_renew,
                        intents_release,intents_get,intents_list,scopes_state,scopes_sweep,
                        scopes_settle,transactions_record,
                        transactions_ingest}'::text[])
                """)
            #expect(lax == nil)
            let forbidden = try await fixture.ask(
                """
                select string_agg(proname, ', ') from pg_proc
                where pronamespace = 'interlock'::regnamespace
                    and prosrc ~* 'pg_notify|advisory|\\mnotify\\M|current_setting'
                """)
            #expect(forbidden == nil)
            let triggers = try await fixture.ask(
                "select string_agg(tgname, ', ') from pg_trigger where not tgisinternal")
            #expect(triggers == nil)
            let sequences = try await fixture.ask(
                """
                select string_agg(relname, ', ') from pg_class
                where relkind = 'S' and relnamespace = 'interlock'::regnamespace
                """)
            #expect(sequences == nil)
        }
    }
}
