import TestSupport
import Testing

/// What can't be meant is wrong usage: exit code 2, and a text that says what to do.
@Suite struct UsageTests {
    private static let longName = String(repeating: "a", count: 129)

    static let lines: [(line: String, hint: String)] = [
        ("app create --id a/b --bundle-id com.example", "letters (a to z), digits, dots"),
        ("app create --id notes --bundle-id com.example", "--environment Sandbox"),
        ("app create --id notes --bundle-id com.x --environment sandbox", "Production, Sandbox"),
        ("app create --id notes --bundle-id com.ex\u{e4}mple --environment Sandbox", "--bundle-id"),
        ("app create --id notes --bundle-id com.example --apple-id id7", "whole number"),
        ("app create --id notes --environment Sandbox", "--bundle-id is missing"),
        ("app update --id notes", "nothing to change: give --bundle-id"),
        ("key create --app notes --role root --label x", "service, viewer, operator, admin"),
        ("key revoke 7 --app notes", "as `key list` shows it"),
        ("token --app notes --account ada --device d --expires-in 0", "2592000"),
        ("token --app notes --account \(longName) --device d", "--account"),
        ("catalog apply --app notes", "FILE is missing"),
        ("catalog import --dry-run one.storekit", "--dry-run needs the --app"),
        ("locks list --app notes --status completed", "reserved, pending or confirming"),
        ("locks release --app notes --reason r", "INTENT is missing"),
        ("locks release 7 --app notes --reason r", "as `locks list` shows it"),
        ("locks release 01980000-0000-7000-8000-000000000001 --app notes --reason \t", "--reason"),
        ("doctor --url localhost:8080", "http://HOST:PORT"),
        ("demo --url ftp://127.0.0.1:8080", "http://HOST:PORT"),
        ("app list --database-url postgres://", "give one of them"),
        ("serve --database-url postgres://", "give one of them"),
        ("help nonsense", "no command \"nonsense\""),
    ]

    @Test("Wrong usage ends with 2 and says what to do", arguments: lines)
    func wrongUsage(line: String, hint: String) async throws {
        let folder = try TestFolder.path("nothing")
        let words = line.split(separator: " ").map(String.init)
        let place = words[0] == "help" ? [] : ["--data-dir", folder]
        let ran = try await ProgramOutput(words + place)
        #expect(ran.status == 2, "\(ran.errors)")
        #expect(ran.output.isEmpty)
        #expect(ran.errors.contains(hint), "\(ran.errors)")
        #expect(ran.errors.contains("--help"))
    }

    @Test("A full disk is told, a reader that went away isn't", arguments: ["version", "--help"])
    func outputThatIsLost(line: String) async throws {
        for (target, status): (String, Int32) in [(">/dev/full", 1), ("| true", 0)] {
            let script = "set -o pipefail; '\(ServerProcess.programs)/interlock' \(line) \(target)"
            let shell = try ServerProcess("/bin/bash", ["-c", script])
            #expect(try await shell.status() == status, "\(script)")
            #expect(shell.errors.contains("No space left") == (status == 1), "\(shell.errors)")
        }
    }

    @Test("What the command line names counts more than a variable")
    func commandLineFirst() async throws {
        let folder = try TestFolder.path("nothing")
        let ran = try await ProgramOutput(
            ["app", "list", "--data-dir", folder],
            environment: ["INTERLOCK_DATABASE_URL=postgres://nowhere.invalid/x"])
        #expect(ran.status == 1)
        #expect(ran.errors.contains("no service runs on \(folder)"))
    }

    @Test("A database URL that can't be read is wrong usage, and is not repeated")
    func malformedURL() async throws {
        let ran = try await ProgramOutput(["app", "list", "--database-url", "secret"])
        #expect(ran.status == 2)
        #expect(ran.errors.contains("postgres://USER@HOST/DATABASE"))
        #expect(!ran.errors.contains("secret"))
    }
}
