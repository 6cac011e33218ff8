import EventLoop
import FoundationEssentials
import Glibc
import HTTPClient
import InterlockAPI
import TestSupport
import Testing

@testable import interlock

/// What the console shows and does, at the command line.
@Suite struct LockCommandTests {
    private struct Listed: Decodable {
        struct Row: Decodable {
            let intent: Intent
            let stuck: Bool
        }

        let locks: [Row]
    }

    private struct Shown: Decodable {
        struct Step: Decodable {
            let to: String
            let reason: String?
        }

        let intent: Intent
        let claims: [String]
        let history: [Step]
    }

    private struct Found: Decodable {
        struct Hit: Decodable {
            let kind: String
            let account_id: String?
            let intent_id: String?
        }

        let hits: [Hit]
    }

    private struct Counted: Decodable {
        let open: Int
        let reserved: Int
        let incidents: Int
    }

    @Test("Every screen of the console has a command, for people and as JSON")
    func twins() async throws {
        try await CommandStage.with { stage in
            let intent = try await stage.reserved("monthly", ["ada"])[0]
            let id = intent.id.wireText
            let shown = try await stage.json(Shown.self, "locks show \(id) --app notes")
            #expect(shown.intent.accountID == "ada" && shown.claims == ["pro"])
            #expect(shown.history.map(\.to) == ["reserved"])
            let text = try await stage.run("locks show \(id) --app notes").output
            for word in ["ada", "reserved", "device phone", "monthly"] {
                #expect(text.contains(word), "\(text)")
            }

            let report = try await stage.json(
                AccountReportEnvelope.self, "account show ada --app notes"
            ).account
            #expect(report.devices.map(\.id) == ["phone"])
            #expect(report.intents.map(\.id) == [intent.id])
            let products = try #require(report.states.first).products
            #expect(products.map(\.status) == [.locked, .locked])
            #expect(products.first?.holder?.intentID == intent.id)
            let page = try await stage.run("account show ada --app notes").output
            for word in ["What its devices see (Sandbox)", "this account, reserved", id] {
                #expect(page.contains(word), "\(page)")
            }

            for (name, kind) in [
                ("ada", "account"), (id, "intent"), (intent.appAccountToken.wireText, "token"),
            ] {
                let hits = try await stage.json(Found.self, "search \(name) --app notes").hits
                #expect(hits.map(\.kind) == [kind] && hits.first?.account_id == "ada")
            }
            #expect(try await stage.run("search nobody --app notes").output == "nothing found\n")
            let counts = try await stage.json(Counted.self, "overview --app notes")
            #expect(counts.open == 1 && counts.reserved == 1 && counts.incidents == 0)
            let lines = try await stage.run("overview --app notes").output
            #expect(lines.contains("open intents"), "\(lines)")

            let catalog = try stage.catalog(
                #"{"product_id": "monthly", "kind": "auto_renewable", "subscription_group": "pro"}"#
            )
            let difference = try await stage.run("catalog diff \(catalog) --app notes")
            #expect(difference.output.contains("yearly"), "\(difference.output)")
            #expect(!difference.output.contains("open intents"), "of the one that goes")
            let other = try stage.catalog(#"{"product_id": "gem", "kind": "consumable"}"#)
            let gone = try await stage.run("catalog apply \(other) --app notes --dry-run").output
            #expect(gone.contains("- product monthly: kind auto_renewable"), "\(gone)")
            #expect(gone.contains("exclusion_sets pro, ") && gone.contains("; 1 open intent stays"))
            for line in ["locks show \(UUID().uuidString)", "account show nobody"] {
                try await stage.refused("\(line) --app notes", "has no")
            }
        }
    }

    @Test("A dry run shows who gets unlocked, and an act releases exactly those")
    func many() async throws {
        try await CommandStage.with { stage in
            let intents = try await stage.reserved("monthly", ["ada", "bob", "eve"])
            let dry = "locks release --older-than 0 --app notes --dry-run"
            let shown = try await stage.json(LockReleaseList.self, dry)
            #expect(shown.dryRun && shown.count == 3)
            #expect(shown.intents.map(\.unlocks) == [["ada"], ["bob"], ["eve"]])
            let table = try await stage.run(dry).output
            #expect(table.contains("3 would be released; nothing was changed"), "\(table)")
            #expect(table.contains("the person may go on to buy"), "\(table)")
            for filter in ["--all-stuck", "--status pending", "--product gem"] {
                let none = try await stage.json(
                    LockReleaseList.self, "locks release \(filter) --app notes --dry-run")
                #expect(none.count == 0, "\(filter)")
            }
            let stuck = try await stage.json(LockList.self, "locks list --stuck --app notes")
            #expect(stuck.locks.isEmpty)
            // Nobody can be asked here.
            let act = "locks release --account bob --app notes --reason ticket-4"
            try await stage.refused(act, "--yes")
            #expect(try await list(stage).count == 3)
            #expect(try await stage.run("\(act) --yes").output.contains("released 1 of 1"))
            #expect(try await list(stage).map(\.intent.accountID) == ["ada", "eve"])
            try await stage.refused("\(act) --yes", "none of them")

            let named = intents.map(\.id.wireText).joined(separator: " ")
            let part = try await ProgramOutput(
                "locks release \(named) --app notes --reason ticket-4 --lock-delay PT1H --yes --json"
                    .split(separator: " ").map(String.init) + ["--data-dir", stage.folder])
            #expect(part.status == 1 && part.errors.contains("1 were left"), "\(part.errors)")
            let done = try WireCoding.decode(
                LockReleaseList.self, from: Array(part.output.utf8))
            #expect(done.intents.map(\.outcome) == [.released, .closed, .released])
            #expect(done.intents.first?.intent?.expiresAt != nil)
            try await stage.refused(
                "locks release --all-stuck --app notes --reason r --yes", "none of them")
        }
    }

    @Test("Each table of locks says the environment, and no account's name drives the terminal")
    func tables() async throws {
        try await CommandStage.with { stage in
            let evil = "e\u{202E}ve"
            _ = try await stage.reserved("monthly", [evil])
            for line in [
                "locks list --app notes", "locks watch --once --app notes",
                "locks release --older-than 0 --app notes --dry-run",
            ] {
                let lines = try await stage.run(line).output.split(separator: "\n")
                #expect(lines[0].contains("  ENVIRONMENT  ") && lines[1].contains("  Sandbox  "))
                #expect(lines[1].contains(#"e\u{202E}ve"#) && !lines[1].contains("\u{202E}"))
            }
            let listed = try await stage.json(Listed.self, "locks list --app notes").locks
            #expect(listed.map(\.intent.accountID) == [evil])
            let dry = "locks release --older-than 0 --app notes --dry-run"
            #expect(try await !stage.run(dry).output.contains("  yes  "))
            try await stage.run("app update --id notes --stuck-reserved 1")
            try await eventually("the dry run says that it is stuck") {
                let lines = try await stage.run(dry).output.split(separator: "\n")
                return lines[0].contains("  STUCK  ") && lines[1].contains("  reserved  yes  ")
            }
            let blanks = "locks list --account \u{A0}\(evil) --app notes"
            #expect(try await stage.json(Listed.self, blanks).locks.count == 1)
            let found = try await stage.json(Found.self, "search \u{3000}\(evil) --app notes").hits
            #expect(found.map(\.account_id) == [evil])
        }
    }

    @Test("Releasing what is released already says by whom and when, and ends with 0")
    func again() async throws {
        try await CommandStage.with { stage in
            let id = try await stage.reserved("monthly", ["ada"])[0].id.wireText
            let act = "locks release \(id) --app notes --reason"
            #expect(try await stage.run("\(act) first").output == "released monthly of ada\n")
            let again = try await stage.run("\(act) second").output
            #expect(again.hasPrefix("monthly of ada was released already, by command line "))
            #expect(again.contains(" at 20") && again.hasSuffix(": first\n"), "\(again)")
            let records = try await stage.json(AuditList.self, "audit list --app notes").records
            #expect(records.filter { $0.act == "intent.release" }.map(\.reason) == ["first"])
        }
    }

    @Test("A delay of one release is shown, changed and ended")
    func delay() async throws {
        try await CommandStage.with { stage in
            let id = try await stage.reserved("monthly", ["ada"])[0].id.wireText
            func release(_ rest: String) async throws -> Intent {
                try await stage.json(
                    IntentEnvelope.self, "locks release \(id) --app notes --reason r \(rest)"
                ).intent
            }
            let first = try await release("--lock-delay PT1H").expiresAt
            let text = try await stage.run(
                "locks release \(id) --app notes --reason r --lock-delay 7200"
            ).output
            #expect(text.contains("closed to everybody until"), "\(text)")
            let state = try await stage.json(
                AccountReportEnvelope.self, "account show ada --app notes"
            ).account.states[0]
            let holder = try #require(state.products.first?.holder)
            #expect(try holder.status == .released && holder.expiresAt > #require(first))
            #expect(try await release("--lock-delay 0").expiresAt == nil)
            try await stage.refused(
                "locks release \(id) --app notes --reason r --lock-delay PT1M", "can't close it")
        }
    }

    @Test("A watch that is no terminal's tells each change on a line, and Ctrl-C ends it with 0")
    func watch() async throws {
        try await CommandStage.with { stage in
            let ada = try await stage.reserved("monthly", ["ada"])[0].id.wireText
            let once = try await stage.json(Listed.self, "locks watch --once --app notes")
            #expect(once.locks.map(\.intent.id.wireText) == [ada])
            let words = ["locks", "watch", "--app", "notes", "--data-dir", stage.folder]
            let plain = try ServerProcess("interlock", words)
            let json = try ServerProcess("interlock", words + ["--json"])
            try await eventually("what is open is told") {
                plain.output.contains("  open  \(ada)") && json.output.contains(ada)
            }
            let bob = try await stage.reserved("yearly", ["bob"])[0].id.wireText
            try await eventually("what is opened is told") {
                plain.output.contains("  opened  \(bob)  reserved  yearly  bob")
                    && json.output.contains(bob)
            }
            try await stage.run("locks release \(ada) --app notes --reason r")
            try await eventually("what ended is told") {
                plain.output.contains("  ended  \(ada)") && json.output.contains("\"ended\"")
            }
            for process in [plain, json] {
                process.send(SIGINT)
                #expect(try await process.status() == 0, "\(process.errors)")
            }
            #expect(!plain.output.contains("\u{1B}"))
            struct Line: Decodable { let change: String }
            let changes = try json.output.split(separator: "\n").map {
                try WireCoding.decode(Line.self, from: Array($0.utf8)).change
            }
            #expect(changes == ["open", "opened", "ended"])
        }
    }

    static let wrongUsage: [(line: String, hint: String)] = [
        ("locks release --app notes --dry-run", "INTENT is missing"),
        ("locks release --all-stuck --app notes", "--reason is missing"),
        ("locks release --older-than soon --app notes --reason r", "PT10M"),
        ("locks release --all-stuck --app notes --reason r --lock-delay PT25H", "--lock-delay"),
        ("locks show 7 --app notes", "as `locks list` shows it"),
        ("account show --app notes", "ACCOUNT is missing"),
        ("search --app notes", "TEXT is missing"),
        ("catalog diff --app notes", "FILE is missing"),
        (
            "locks release 01980000-0000-7000-8000-000000000001 --all-stuck --app notes --reason r",
            "name intents, or choose"
        ),
    ]

    @Test("Wrong usage ends with 2 and says what to do", arguments: wrongUsage)
    func usage(line: String, hint: String) async throws {
        let folder = try TestFolder.path("nothing")
        let words = line.split(separator: " ").map(String.init)
        let ran = try await ProgramOutput(words + ["--data-dir", folder])
        #expect(ran.status == 2 && ran.errors.contains(hint), "\(ran.errors)")
    }

    private func list(_ stage: CommandStage) async throws -> [Listed.Row] {
        try await stage.json(Listed.self, "locks list --app notes").locks
    }
}

extension CommandStage {
    /// One open intent for the phone of each account.
    func reserved(_ product: String, _ accounts: [String]) async throws -> [Intent] {
        var intents: [Intent] = []
        try await withLoop { loop in
            let connection = HTTPConnection(host: "127.0.0.1", port: port, on: loop)
            for account in accounts {
                intents.append(
                    try await reserve(product, try await token(account, "phone"), connection))
            }
            connection.close()
        }
        return intents
    }

    /// Runs a command that has to be refused.
    func refused(_ line: String, _ hint: String) async throws {
        let ran = try await ProgramOutput(
            line.split(separator: " ").map(String.init) + ["--data-dir", folder])
        #expect(ran.status == 1 && ran.errors.contains(hint), "\(line): \(ran.errors)")
    }
}
