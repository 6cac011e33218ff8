import EventLoop
import PostgresClient
import Storage

/// Brings a database to this program's schema.
enum MigrateCommand {
    static let migrate = Command(
        name: "migrate", summary: "Bring the database to this program's schema.",
        discussion: "`serve` does it too, at its start. Harmless to repeat; forward only.",
        options: Option.database,
        examples: [("interlock migrate --database-url postgres://db/interlock", "before a deploy")],
        run: { try await run($0) })

    private struct Report: Encodable {
        let applied: [String]
        let functions: Bool
        let role: String
    }

    private static func run(_ invocation: Invocation) async throws {
        let loop = try EventLoop(name: "migrate")
        let pool = PostgresPool(
            try DatabaseAccess.configuration(invocation), on: loop,
            options: PostgresPoolOptions(maximum: 1))
        let report = try await Migrator.migrate(pool)
        let advice = try await AuditGuard(pool).advice
        await pool.close()
        if let advice { Output.error("interlock: \(advice)") }
        await Offload.run { loop.stop() }
        if invocation.wantsJSON {
            return try Output.json(
                Report(
                    applied: report.applied, functions: report.refreshedFunctions,
                    role: report.serviceRole.rawValue))
        }
        for path in report.applied { Output.line("applied \(path)") }
        Output.line(report.refreshedFunctions ? "functions refreshed" : "functions unchanged")
    }
}
