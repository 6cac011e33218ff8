import Storage

/// Looks whether everything is as it should be.
enum DoctorCommand {
    static let doctor = Command(
        name: "doctor", summary: "Check the database, the schema and every app; say what to do.",
        options: Option.database,
        examples: [("interlock doctor", "ends with 1 when something fails")],
        run: { try await run($0) })

    private static func run(_ invocation: Invocation) async throws {
        try await DatabaseAccess.with(invocation) { storage in
            do { try await storage.database.ping() } catch {
                Output.line("fail  database: \(error)")
                throw CommandFailure.refused("the database does not answer: check its address")
            }
            Output.line("ok    database answers")
            do { Output.line("ok    schema, epoch \(try await storage.apps.epoch())") } catch {
                Output.line("fail  schema: \(error)")
                throw CommandFailure.refused("run interlock migrate")
            }
            let apps = try await storage.apps.list()
            if apps.isEmpty { Output.line("warn  no app: interlock app create") }
            for app in apps {
                let keys = try await storage.keys.list(appID: app.id)
                if app.catalogRevision == 0 {
                    Output.line("warn  \(app.id): no catalog: interlock catalog apply")
                } else if keys.allSatisfy({ $0.revokedAt != nil }) {
                    Output.line("warn  \(app.id): no key: interlock key create")
                } else {
                    Output.line("ok    \(app.id)")
                }
            }
        }
    }
}
