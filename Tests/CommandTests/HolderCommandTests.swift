import EventLoop
import FoundationEssentials
import HTTPClient
import InterlockAPI
import TestSupport
import Testing

@testable import interlock

/// Who is in a family's way, at the command line.
@Suite struct HolderCommandTests {
    private struct Shown: Decodable {
        struct Seen: Decodable {
            let account_id: String?
            let products: [String]
            let holder_account_id: String?
            let holder_intent_id: String?
        }

        struct Step: Decodable {
            let delay_until: Timestamp?
        }

        let elsewhere: [Seen]
        let history: [Step]
    }

    private static let catalog = """
        {"products": [\(CommandStage.products)],
         "exclusion_sets": [{"id": "pro", "audience": "group"}]}
        """

    /// The child's purchase, in a group that the mother made.
    private func child(_ stage: CommandStage) async throws -> Intent {
        let path = try CommandStage.file("family.json", Self.catalog)
        try await stage.run("catalog apply \(path) --app notes")
        let loop = try EventLoop(name: "family")
        let connection = HTTPConnection(host: "127.0.0.1", port: stage.port, on: loop)
        let mother = try await stage.token("mother", "m"),
            child = try await stage.token("child", "c")
        func post(_ path: String, _ token: String) async throws -> [UInt8] {
            let answer = try await connection.request(
                .post, path,
                headers: [
                    ("Authorization", "Bearer \(token)"), ("Content-Type", "application/json"),
                ], body: Array("{}".utf8))
            #expect((200...201).contains(answer.status))
            return answer.body
        }
        let group = try WireCoding.decode(
            GroupEnvelope.self, from: try await post("/v1/groups", mother)
        ).group
        let code = try WireCoding.decode(
            InvitationEnvelope.self,
            from: try await post("/v1/groups/\(group.id)/invitations", mother)
        ).invitation.code
        _ = try await post("/v1/invitations/\(code)/accept", child)
        return try await stage.reserve("monthly", child, connection)
    }

    @Test("Another member who is in the way is named, with its intent, and until when")
    func named() async throws {
        try await CommandStage.with { stage in
            let intent = try await child(stage)
            let id = intent.id.wireText
            let report = try await stage.json(
                AccountReportEnvelope.self, "account show mother --app notes"
            ).account
            #expect(report.holds.map(\.intentID) == [intent.id])
            #expect(report.holds.first?.closes == ["monthly", "yearly"])
            let page = try await stage.run("account show mother --app notes").output
            for words in ["child, reserved", "In the way right now (Sandbox)", id] {
                #expect(page.contains(words), "\(page)")
            }
            let shown = try await stage.json(Shown.self, "locks show \(id) --app notes")
            #expect(shown.elsewhere.map(\.account_id) == [nil, "mother"])
            #expect(shown.elsewhere.allSatisfy { $0.products == ["monthly", "yearly"] })
            #expect(shown.elsewhere.allSatisfy { $0.holder_account_id == "child" })
            #expect(shown.elsewhere.allSatisfy { $0.holder_intent_id == id })

            try await stage.run("locks release \(id) --app notes --reason r --lock-delay PT1H")
            let closed = try await stage.run("account show mother --app notes").output
            #expect(closed.contains("child, released") && closed.contains(id), "\(closed)")
            try await stage.run("locks release \(id) --app notes --reason r --lock-delay 0")
            let steps = try await stage.json(Shown.self, "locks show \(id) --app notes").history
            #expect(steps.map { $0.delay_until != nil } == [false, true, false])
            let text = try await stage.run("locks show \(id) --app notes").output
            for words in ["released, closed to everybody until", "released, opened again"] {
                #expect(text.contains(words), "\(text)")
            }
        }
    }
}
