import EmbeddedPostgres
import EventLoop
import FoundationEssentials
import InterlockAPI
import PostgresClient
import TestSupport
import Testing

@testable import Storage

@Suite("The role that the service works as")
struct AuditRolePromises {
    @Test(arguments: [
        "update interlock.audit set reason = 'mine'", "delete from interlock.audit",
        "truncate interlock.audit", "truncate interlock.audit_about", "drop table interlock.audit",
        """
        insert into interlock.audit (app_id, place, at, actor, act, subject, reason, before, after,
            previous_hash, hash)
        select 'demo', 99, now(), '{}', 'x', '{}', '', '{}', '{}', sha256(''), sha256('')
        """,
        "update interlock.audit_head set place = 0", "delete from interlock.audit_head",
        "delete from interlock.audit_about", "update interlock.audit_subject set subject_id = null",
        "insert into interlock.audit_subject select 'demo', gen_random_uuid(), gen_random_uuid()",
        "alter table interlock.audit disable trigger all",
        "alter table interlock.audit drop column hash",
        "alter table interlock.audit owner to interlock_service",
        """
        create trigger t before insert on interlock.audit for each row
        execute function suppress_redundant_updates_trigger()
        """,
        "create table interlock.mine ()", "drop function interlock.audit_digest",
        "update interlock.schema_file set checksum = ''",
        "reset role; update interlock.audit set reason = 'mine'",
    ]) func `can't change the audit, whatever it is told to do`(_ sql: String) async throws {
        try await StorageFixture.with { fixture in
            for statement in sql.split(separator: "; ").map(String.init) {
                if statement == "reset role" { continue }
                do {
                    _ = try await fixture.storage.database.pool.session { session in
                        try await session.simple("reset role")
                        try await session.simple(statement)
                    }
                    Issue.record("it could: \(statement)")
                } catch let error as PostgresError {
                    guard case .server(let refusal) = error else { throw error }
                    #expect(["42501", "0LP01"].contains(refusal.sqlState), "\(refusal)")
                }
            }
            let found = try await fixture.storage.audit.verify(appID: "demo")
            #expect(found.fault == nil && found.records == 2)
        }
    }

    @Test func `works: it reads, writes, appends, makes partitions, owns nothing`() async throws {
        try await StorageFixture.with { fixture in
            let storage = fixture.storage
            let who = try await storage.database.pool.query("select current_user::text")
            #expect(try who.first?.text(0) == AuditGuard.role)
            #expect(
                try await fixture.reserve(fixture.account("ann"), "lifetime").outcome == .granted)
            try await storage.apps.makePartitions()
            #expect(try await !storage.apps.epoch().isEmpty)
            let owned = try await fixture.ask(
                """
                select count(*)::text from pg_class
                where relowner = 'interlock_service'::regrole
                """)
            #expect(owned == "0")
            let found = try await AuditGuard(storage.database.pool)
            #expect(!found.loginCould && !found.serviceCould && found.advice == nil)
            let owner = try await withPool(fixture.url) { try await AuditGuard($0) }
            #expect(owner.loginCould && owner.assumes && owner.advice == nil)
        }
    }

    @Test func `is made once by databases that are migrated at the same moment`() async throws {
        try await Self.withCluster { cluster in
            let administration = cluster.connectionString(database: "postgres", user: "postgres")
            try await withPool(administration) { pool in
                for number in 0..<6 {
                    try await pool.simple("create database d\(number) owner interlock")
                }
            }
            try await withThrowingTaskGroup(of: Migrator.ServiceRole.self) { group in
                for number in 0..<6 {
                    let url = cluster.connectionString(database: "d\(number)")
                    group.addTask {
                        try await withPool(url) { try await Migrator.migrate($0, admitting: true) }
                            .serviceRole
                    }
                }
                for try await outcome in group { #expect(outcome == .granted) }
            }
            let login = cluster.connectionString(database: "d3", user: AuditGuard.role)
            // As the embedded cluster's service does at each start: nothing is left to do.
            let report = try await withPool(login) { try await Migrator.migrate($0) }
            #expect(report == Migrator.Report())
            let found = try await withPool(login) { try await AuditGuard($0) }
            #expect(found.login == AuditGuard.role && !found.loginCould)
        }
    }

    @Test func `is asked for where the owner may not make it, and used once it is there`()
        async throws
    {
        try await Self.withCluster { cluster in
            let superuser = cluster.connectionString(database: "postgres", user: "postgres")
            try await withPool(superuser) { pool in
                try await pool.simple("create role plain login")
                try await pool.simple("create database plain owner plain")
            }
            let url = cluster.connectionString(database: "plain", user: "plain")
            let report = try await withPool(url) { try await Migrator.migrate($0) }
            #expect(report.serviceRole == .noRole && report.refreshedFunctions)
            let before = try await withPool(url) { try await AuditGuard($0) }
            #expect(before.advice?.contains("create role interlock_service") == true)
            #expect(!before.assumes)
            try await withPool(superuser) { pool in
                try await pool.simple("create role interlock_service")
                try await pool.simple("grant interlock_service to plain")
            }
            let again = try await withPool(url) { try await Migrator.migrate($0) }
            #expect(again.serviceRole == .granted)
            let after = try await withPool(url) { try await AuditGuard($0) }
            #expect(after.assumes && after.advice == nil)
        }
    }

    private static func withCluster(
        _ body: (EmbeddedCluster) async throws -> Void
    ) async throws {
        let cluster = try await EmbeddedCluster.start(
            dataDirectory: try TestFolder.path("roles"), options: .throwaway)
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(cluster)) } catch { outcome = .failure(error) }
        await cluster.stop()
        try outcome.get()
    }
}
