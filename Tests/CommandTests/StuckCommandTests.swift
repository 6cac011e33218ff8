import InterlockAPI
import TestSupport
import Testing

@testable import interlock

/// What counts as stuck, at the command line.
@Suite struct StuckCommandTests {
    private struct Listed: Decodable {
        struct App: Decodable {
            let id: String
            let stuck: Rule
        }

        let apps: [App]
    }

    /// In seconds.
    private struct Rule: Decodable, Equatable {
        var reserved: Int?
        var confirming: Int
        var pending: Int
        var gone: Int
    }

    private struct Locks: Decodable {
        struct Row: Decodable { let stuck: Bool }
        let locks: [Row]
    }

    private func rule(_ stage: CommandStage, _ app: String) async throws -> Rule? {
        try await stage.json(Listed.self, "app list").apps.first { $0.id == app }?.stuck
    }

    @Test("An app is created with its rule of what is stuck, updated in part, and lists it")
    func set() async throws {
        try await CommandStage.with { stage in
            let standard = Rule(reserved: nil, confirming: 600, pending: 86_400, gone: 300)
            #expect(try await rule(stage, "notes") == standard)
            try await stage.run(
                "app create --id other --bundle-id com.example.other --environment Sandbox "
                    + "--stuck-reserved 5m --stuck-confirming PT2M --stuck-pending 12h "
                    + "--stuck-gone 180")
            var wanted = Rule(reserved: 300, confirming: 120, pending: 43_200, gone: 180)
            #expect(try await rule(stage, "other") == wanted)
            let steps: [(String, (inout Rule) -> Void)] = [
                ("--stuck-reserved 60", { $0.reserved = 60 }),
                ("--stuck-confirming 7d", { $0.confirming = 604_800 }),
                ("--stuck-pending 30d", { $0.pending = 2_592_000 }),
                ("--stuck-pending 1h --stuck-gone 2m", { ($0.pending, $0.gone) = (3_600, 120) }),
                ("--stuck-reserved renewals", { $0.reserved = nil }),
                ("--bundle-id com.example.third", { _ in }),
            ]
            for (options, change) in steps {
                try await stage.run("app update --id other \(options)")
                change(&wanted)
                #expect(try await rule(stage, "other") == wanted, "\(options)")
            }
            #expect(try await rule(stage, "notes") == standard)
            let shown = try await stage.run("app show --id notes").output
            for words in [
                "stuck means   reserved past its renewals", "pending for 1d or longer",
                "confirming, and nothing was reported for 10m", "was not heard of for 5m",
            ] {
                #expect(shown.contains(words), "\(shown)")
            }
            try await stage.run("app update --id notes --stuck-reserved 90s --stuck-gone 7200")
            let changed = try await stage.run("app show --id notes").output
            #expect(changed.contains("reserved for 90s or longer"), "\(changed)")
            #expect(changed.contains("not heard of for 2h"), "\(changed)")
        }
    }

    @Test("A changed rule also counts for what is open already")
    func open() async throws {
        try await CommandStage.with { stage in
            _ = try await stage.reserved("monthly", ["ada"])
            func stuck() async throws -> [Bool] {
                try await stage.json(Locks.self, "locks list --app notes").locks.map(\.stuck)
            }
            #expect(try await stuck() == [false])
            try await stage.run("app update --id notes --stuck-reserved 1")
            try await eventually("it is stuck a second after it was made") {
                try await stuck() == [true]
            }
            try await stage.run("app update --id notes --stuck-reserved 1h")
            #expect(try await stuck() == [false])
        }
    }

    static let refused: [String] = [
        "--stuck-reserved 0", "--stuck-reserved 25h", "--stuck-confirming soon",
        "--stuck-confirming renewals", "--stuck-pending 31d", "--stuck-gone 119",
    ]

    @Test("A limit out of its bounds is wrong usage and changes nothing", arguments: refused)
    func bounds(option: String) async throws {
        let folder = try TestFolder.path("nothing")
        for command in ["app create --bundle-id com.example", "app update"] {
            let line = "\(command) --id notes \(option)"
            let ran = try await ProgramOutput(
                line.split(separator: " ").map(String.init) + ["--data-dir", folder])
            #expect(ran.status == 2, "\(ran.errors)")
            #expect(ran.errors.contains("--stuck-"), "\(ran.errors)")
        }
    }
}
