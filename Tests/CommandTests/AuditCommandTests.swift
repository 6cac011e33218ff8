import EventLoop
import FoundationEssentials
import Glibc
import HTTPClient
import InterlockAPI
import TestSupport
import Testing

/// What a person does about the audit at the command line.
@Suite struct AuditCommandTests {
    private struct Report: Decodable {
        struct App: Decodable {
            struct Head: Decodable {
                let place: Int64
                let hash: String
            }

            let id: String
            let records: Int64
            let head: Head?
        }

        let apps: [App]
    }

    @Test("Every act at the command line is in the audit by the user's name, and the chain holds")
    func commands() async throws {
        try await CommandStage.with { stage in
            let key = try await stage.json(
                Made.self, "key create --app notes --role viewer --label desk")
            try await stage.run("key revoke \(key.id) --app notes")
            try await stage.run("app update --id notes --bundle-id com.example.two")
            let token = try await stage.token("ada", "phone")
            try await withLoop { loop in
                let connection = HTTPConnection(host: "127.0.0.1", port: stage.port, on: loop)
                let intent = try await stage.reserve("monthly", token, connection)
                try await stage.run(
                    "locks release \(intent.id.wireText) --app notes --reason ticket-4")
                connection.close()
            }
            let records = try await stage.json(AuditList.self, "audit list --app notes").records
            #expect(
                records.map(\.act) == [
                    "intent.release", "app.update", "key.revoke", "key.create", "catalog.apply",
                    "app.create",
                ])
            let me = getpwuid(geteuid()).flatMap(\.pointee.pw_name).map { String(cString: $0) }
            for record in records {
                guard case .object(let actor) = record.actor, case .string(let who) = actor["label"]
                else {
                    Issue.record("nobody did \(record.act)")
                    continue
                }
                #expect(who.hasPrefix(me ?? "?") && actor["kind"] == .string("command_line"))
            }
            let table = try await stage.run("audit list --app notes --account ada").output
            for words in ["intent.release", "account=ada", "status: reserved → released"] {
                #expect(table.contains(words), "\(table)")
            }
            #expect(!table.contains("app.create") && !table.contains(key.key))
            let doctor = try await stage.run("doctor").output
            #expect(
                doctor.contains("works as interlock_service, which can't change the audit"),
                "\(doctor)")
            let found = try await stage.json(Report.self, "audit verify")
            #expect(found.apps.map(\.records) == [6])
            let head = try #require(found.apps.first?.head)
            let noted = "\(head.place):\(head.hash)"
            let ran = try await stage.run("audit verify --app notes --expect \(noted)")
            #expect(ran.output == "notes: 6 records hold, head \(noted)\n")
        }
    }

    private struct Made: Decodable {
        let id: String
        let key: String
    }

    @Test("What is not as it was noted ends with 1 and names the place")
    func faults() async throws {
        try await CommandStage.with { stage in
            let zeros = String(repeating: "0", count: 64)
            for (line, status, words) in [
                ("--app notes --expect 2:\(zeros)", 1, "place 2 has another hash"),
                ("--app notes --expect 9:\(zeros)", 1, "cut off at place 3"),
                ("--expect 2:\(zeros)", 2, "--expect needs --app"),
                ("--app notes --expect 2", 2, "PLACE:HASH"),
                ("--app nothing", 1, "there is no app"),
            ] as [(String, Int32, String)] {
                let ran = try await ProgramOutput(
                    "audit verify \(line)".split(separator: " ").map(String.init)
                        + ["--data-dir", stage.folder])
                #expect(ran.status == status, "\(line)")
                #expect(ran.errors.contains(words), "\(ran.errors)")
            }
        }
    }
}
