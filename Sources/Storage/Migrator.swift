import Cryptography
package import PostgresClient

/// Brings a database to this program's schema: numbered migrations, each once and checked by its
/// checksum ever after; then the functions, when they differ.
///
/// One migrator at a time works on a database (advisory lock); the others wait. Forward only: a database
/// that a newer program has migrated is refused. One statement per message. A role that owns nothing may
/// migrate a database that is as it should be.
package enum Migrator {
    package struct Report: Sendable, Equatable {
        /// The migrations that were applied now.
        package var applied: [String] = []
        package var refreshedFunctions = false
        package var serviceRole = ServiceRole.granted
    }

    /// What became of the role that the service works as; the words are those of `installation/grant.sql`.
    package enum ServiceRole: String, Sendable {
        case granted
        case noRole = "no_role"
        case notAMember = "not_a_member"
    }

    /// Says why a database can't be brought to this schema.
    package enum Failure: Error, Sendable, CustomStringConvertible {
        case changed(String)
        case newer(String)
        case database(PostgresError)

        package var description: String {
            switch self {
            case .changed(let path):
                "\(path) was applied with another text: this database belongs to another build"
            case .newer(let path):
                "the database has \(path), which this program does not know: use a newer interlock"
            case .database(let error): error.description
            }
        }
    }

    /// A number of our own in the space of advisory locks.
    private static let lock: Int64 = 0x696e_7465_726c_6f63

    /// Migrates; harmless to repeat.
    ///
    /// - Parameter admitting: the service's role may log in by itself, on a cluster of our own.
    package static func migrate(
        _ pool: PostgresPool, admitting: Bool = false
    ) async throws -> Report {
        try await pool.session { session in
            _ = try await session.query("select pg_advisory_lock($1)", [.int8(lock)])
            try await begin(session)
            var report = Report()
            let known = try await knownFiles(session)
            try check(known)
            for file in SchemaFile.migrations where known[file.path] == nil {
                try await apply(file, session)
                report.applied.append(file.path)
            }
            report.refreshedFunctions = try await refreshFunctions(known, session)
            _ = try await session.query("select interlock.installation_partitions()")
            report.serviceRole = try await grant(report, admitting, session)
            return report
        }
    }

    /// Makes what migrating itself needs. Asking first: making what is there would take the right to make it.
    private static func begin(_ session: PostgresSession) async throws {
        let there = try await session.query(
            "select to_regclass('interlock.schema_file') is not null")
        if try there.first?.bool(0) == true { return }
        try await session.simple("create schema if not exists interlock")
        try await session.simple(
            """
            create table if not exists interlock.schema_file (
                path text primary key, checksum bytea not null,
                applied_at timestamptz not null default now())
            """)
    }

    private static func grant(
        _ report: Report, _ admitting: Bool, _ session: PostgresSession
    ) async throws -> ServiceRole {
        if !admitting, report.applied.isEmpty, !report.refreshedFunctions {
            let rows = try await session.query("select * from interlock.installation_guard()")
            // Nothing to do: it is there and has its rights, or the caller is already no more than that.
            if let row = rows.first,
                try !row.bool("could") || (!row.bool("service_could") && row.bool("may_become"))
            {
                return .granted
            }
        }
        let rows = try await session.query(
            "select interlock.installation_grant($1)", [.bool(admitting)])
        return try rows.first.flatMap { ServiceRole(rawValue: try $0.text(0)) } ?? .noRole
    }

    private static func knownFiles(_ session: PostgresSession) async throws -> [String: [UInt8]] {
        let rows = try await session.query("select path, checksum from interlock.schema_file")
        var known: [String: [UInt8]] = [:]
        for row in rows { known[try row.text(0)] = try row.bytea(1) }
        return known
    }

    private static func check(_ known: [String: [UInt8]]) throws {
        let ours = SchemaFile.migrations.map(\.path)
        let strange = known.keys.filter { $0.hasPrefix("migrations/") && !ours.contains($0) }
        if let newer = strange.min() {
            throw Failure.newer(newer)
        }
        for file in SchemaFile.migrations {
            if let checksum = known[file.path], checksum != file.checksum {
                throw Failure.changed(file.path)
            }
        }
    }

    private static func apply(_ file: SchemaFile, _ session: PostgresSession) async throws {
        try await session.simple("begin")
        do {
            for statement in SQLScript.statements(of: file.text) {
                try await session.simple(statement)
            }
            try await remember(file.path, file.checksum, session)
            try await session.simple("commit")
        } catch {
            try? await session.simple("rollback")
            throw error
        }
    }

    private static func refreshFunctions(
        _ known: [String: [UInt8]], _ session: PostgresSession
    ) async throws -> Bool {
        let text = SchemaFile.functions.map { $0.path + $0.text }.joined()
        let checksum = SHA256.digest(text).bytes
        if known["functions"] == checksum { return false }
        try await session.simple("begin")
        do {
            // A function of another build may have other arguments or another result. Nothing but functions
            // depends on functions here, and who is calling one goes on.
            try await session.simple(
                """
                do $$ declare f regprocedure; begin
                    for f in select oid from pg_proc where pronamespace = 'interlock'::regnamespace
                    loop execute format('drop function %s', f); end loop;
                end $$
                """)
            // The files refer to each other in no particular order.
            try await session.simple("set local check_function_bodies = off")
            for file in SchemaFile.functions { try await session.simple(file.text) }
            try await remember("functions", checksum, session)
            try await session.simple("commit")
        } catch {
            try? await session.simple("rollback")
            throw error
        }
        return true
    }

    private static func remember(
        _ path: String, _ checksum: [UInt8], _ session: PostgresSession
    ) async throws {
        _ = try await session.query(
            """
            insert into interlock.schema_file (path, checksum) values ($1, $2)
            on conflict (path) do update set checksum = excluded.checksum, applied_at = now()
            """, [.text(path), .bytea(checksum)])
    }
}
