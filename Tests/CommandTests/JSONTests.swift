import FoundationEssentials
import Glibc
import HTTPClient
import InterlockAPI
import TestSupport
import Testing

@testable import interlock

/// `--json` gives one document on standard output, of every command.
@Suite struct JSONTests {
    private struct Key: Decodable { let id: String }

    static let failures: [(line: String, status: Int32)] = [
        ("app list", 1), ("catalog show", 2), ("key list", 2),
        ("catalog import /nonexistent.storekit", 1),
    ]

    @Test(
        "Every command offers --json, and no option twice", arguments: CommandTable.all.map(\.name))
    func offered(name: String) throws {
        let command = try #require(CommandTable.all.first { $0.name == name })
        let names = command.allOptions.map(\.name)
        #expect(names.contains("--json"))
        #expect(Set(names).count == names.count, "\(names)")
        let words = name.split(separator: " ").map(String.init) + ["--help"]
        guard case .help(let text) = try CommandRun(arguments: words, settings: .process).resolve()
        else {
            Issue.record("\(name) --help runs the command")
            return
        }
        #expect(text.contains("  --json "))
    }

    @Test("Every command of the table writes one JSON document and nothing else")
    func oneDocument() async throws {
        try await CommandStage.with { stage in
            let key = try await stage.json(
                Key.self, "key create --app notes --role viewer --label desk"
            ).id
            let intent = try await reservedIntent(stage)
            let catalog = try stage.catalog(CommandStage.products)
            let store = try CommandStage.file(
                "one.storekit",
                #"{"products": [{"productID": "one", "type": "Consumable"}], "version": {"major": 3}}"#
            )
            let url = "--url http://127.0.0.1:\(stage.port)"
            try await stage.contestedPurchase("7", of: ["bob", "eve"])
            let incident = try #require(
                try await stage.json(IncidentList.self, "incidents list --app notes")
                    .incidents.first
            ).id
            let lines = [
                "migrate", "app create --id other --bundle-id com.example.other --apple-id 1",
                "app update --id notes --apple-id 7", "app list", "app show --id notes",
                "key create --app notes --role service --label backend", "key list --app notes",
                "key revoke \(key) --app notes", "token --app notes --account a --device d",
                "catalog apply \(catalog) --app notes",
                "catalog apply \(catalog) --app notes --dry-run", "catalog show --app notes",
                "catalog import \(store)", "catalog import \(store) --app notes",
                "catalog diff \(catalog) --app notes", "overview --app notes",
                "search \(intent) --app notes", "account show ada --app notes",
                "locks list --app notes", "locks show \(intent) --app notes",
                "locks watch --once --app notes", "locks release \(intent) --app notes --reason r",
                "incidents list --app notes",
                "incidents resolve \(incident) --app notes --reason r",
                "transactions list --app notes --account bob",
                "transactions transfer 7 --app notes --to eve --reason r",
                "audit list --app notes", "audit verify",
                "doctor \(url)", "demo \(url)",
            ]
            for line in lines {
                let ran = try await stage.run(line + " --json")
                expectOneDocument(ran.output, line)
            }
            // `serve`, `reconcile` and `fake-store` have tests of their own, `version` no database; the
            // benches measure for half a minute.
            for command in CommandTable.all.map(\.name)
            where !["serve", "reconcile", "version"].contains(command)
                && !command.hasPrefix("bench ")
                && !command.hasPrefix("fake-store ")
            {
                #expect(
                    lines.contains { "\($0) ".hasPrefix("\(command) ") },
                    "\(command) is not run here")
            }
            let version = try await ProgramOutput(["version", "--json"])
            expectOneDocument(version.output, "version")
        }
    }

    @Test("serve --json tells where it listens in one document")
    func serve() async throws {
        let folder = try TestFolder.path("json")
        let service = try ServerProcess(
            "interlock",
            ["serve", "--json", "--data-dir", folder, "--listen", "127.0.0.1:0", "--drain", "0"])
        let address = "http://127.0.0.1:"
        try await eventually("it listens", within: .seconds(60)) {
            service.output.contains(address) || service.errors.contains(address)
        }
        service.send(SIGTERM)
        #expect(try await service.status() == 0, "\(service.errors)")
        expectOneDocument(service.output, "serve")
        #expect(service.output.contains(address))
    }

    @Test(
        "A failure with --json leaves standard output empty, the reason on standard error",
        arguments: failures)
    func failure(line: String, status: Int32) async throws {
        let folder = try TestFolder.path("nothing")
        let words = line.split(separator: " ").map(String.init)
        let ran = try await ProgramOutput(words + ["--json", "--data-dir", folder])
        #expect(ran.status == status)
        #expect(ran.output.isEmpty)
        #expect(ran.errors.hasPrefix("interlock: "))
    }

    private func reservedIntent(_ stage: CommandStage) async throws -> String {
        let token = try await stage.token("ada", "phone")
        return try await withLoop { loop in
            let connection = HTTPConnection(host: "127.0.0.1", port: stage.port, on: loop)
            let intent = try await stage.reserve("monthly", token, connection)
            connection.close()
            return intent.id.wireText
        }
    }

    private func expectOneDocument(_ output: String, _ line: String) {
        #expect(throws: Never.self, "\(line): \(output)") {
            try WireCoding.decode(WireValue.self, from: Array(output.utf8))
        }
        #expect(output.hasSuffix("\n"))
    }
}
