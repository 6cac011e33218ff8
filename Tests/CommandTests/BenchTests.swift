import Glibc
import InterlockAPI
import TestSupport
import Testing

@Suite struct BenchTests {
    private struct Key: Decodable { let key: String }
    private struct Report: Decodable { let wakes: [Wake] }
    private struct Wake: Decodable, Equatable {
        let change: String
        let count: Int
    }

    @Test("The wake-up benchmark times every kind of change, made ready as its help teaches")
    func everyKindIsTimed() async throws {
        let folder = try TestFolder.path("bench")
        let store = try TestFolder.path("bench-store")
        let service = try ServerProcess(
            "interlock",
            ["serve", "--data-dir", folder, "--listen", "127.0.0.1:0", "--drain", "0"])
        let url = try await service.line(after: "listening on ")

        let help = try await ProgramOutput(["bench", "store", "--help"])
        let lines = help.output.split(separator: "\n").compactMap { line in
            line.hasPrefix("  interlock ") ? String(line.dropFirst("  interlock ".count)) : nil
        }
        #expect(lines.count == 4)
        var key = ""
        for line in lines {
            var words = line.split(separator: " ").map(String.init).map {
                $0.hasPrefix("/tmp/store") ? store + $0.dropFirst("/tmp/store".count) : $0
            }
            if words[0] != "bench" { words += ["--data-dir", folder] }
            let ran = try await ProgramOutput(words + ["--json"])
            #expect(ran.status == 0, "\(line): \(ran.errors)")
            if words[0] == "key" {
                key = try WireCoding.decode(Key.self, from: Array(ran.output.utf8)).key
            }
        }

        let bench = try await ProgramOutput([
            "bench", "wakes", "--url", url, "--key", key, "--store", store, "--count", "3",
            "--others", "10", "--json",
        ])
        #expect(bench.status == 0, "\(bench.errors)")
        let report = try WireCoding.decode(Report.self, from: Array(bench.output.utf8))
        #expect(
            report.wakes
                == [
                    "reserve", "report", "release", "settlement", "deadline", "expiry", "join",
                    "leave", "removal", "dissolution",
                ].map { Wake(change: $0, count: 3) })
        service.send(SIGTERM)
        #expect(try await service.status() == 0, "\(service.errors)")
    }

    @Test("The ledger's benchmark says each rate and ratio, and ends with what it filled in")
    func theLedgerIsMeasured() async throws {
        let folder = try TestFolder.path("bench-ledger")
        let service = try ServerProcess(
            "interlock",
            ["serve", "--data-dir", folder, "--listen", "127.0.0.1:0", "--drain", "0"])
        _ = try await service.line(after: "listening on ")
        let bench = try await ProgramOutput([
            "bench", "ledger", "--data-dir", folder, "--transactions", "200", "--history", "3000",
            "--reads", "20",
        ])
        #expect(bench.status == 0, "\(bench.errors)")
        let lines = bench.output.split(separator: "\n")
        #expect(lines.first == "transactions ingested: 200 of 20 accounts, 16 callers")
        for start in ["ingested per second: ", "state read, p50: ", "entitlements read, p50: "] {
            #expect(lines.contains { $0.hasPrefix(start) && $0.contains("ratio ") }, "\(lines)")
        }
        service.send(SIGTERM)
        #expect(try await service.status() == 0, "\(service.errors)")
    }

    @Test("The console's benchmark times each screen beside few and more intents, pages as full")
    func theConsoleIsMeasured() async throws {
        try await TestDatabase.with { few in
            try await TestDatabase.with { many in
                let (here, there) = (try await Desk(few.url), try await Desk(many.url))
                let bench = try await ProgramOutput(
                    [
                        "bench", "console", "--database-url", many.url, "--url", there.url, "--app",
                        "desk", "--key", there.key, "--few-database", few.name, "--few-url",
                        here.url,
                        "--few-key", here.key, "--intents", "2000", "--requests", "5",
                    ], within: .seconds(300))
                #expect(bench.status == 0, "\(bench.errors)")
                let lines = bench.output.split(separator: "\n")
                for screen in [
                    "/admin ", "/admin/locks ", "/admin/locks, second page ", "/admin/audit ",
                    "/admin/catalog ", "/admin/keys ", "/admin/incidents ", "an intent ",
                    "/admin/account?id=crowded ", "search for a transaction ", "/admin/zone ",
                    "/admin/catalog/edit ", "revoking a key, shown ",
                    "releasing a page of locks, shown ",
                ] {
                    #expect(
                        lines.contains {
                            $0.hasPrefix(screen) && ($0.hasSuffix("met") || $0.hasSuffix("MISSED"))
                        }, "\(screen) of \(bench.output)")
                }
                for desk in [here, there] { try await desk.fillsPages() }
                try await here.end()
                try await there.end()
            }
        }
    }

    /// A service with an app on a database of the tests' cluster.
    private struct Desk {
        private struct Locks: Decodable {
            struct Row: Decodable {}
            let locks: [Row]
        }

        private struct Incidents: Decodable {
            struct Row: Decodable {}
            let incidents: [Row]
        }

        let url: String
        let key: String
        private let database: String
        private let service: ServerProcess

        init(_ database: String) async throws {
            self.database = database
            service = try ServerProcess(
                "interlock",
                [
                    "serve", "--database-url", database, "--listen", "127.0.0.1:0", "--drain", "0",
                    "--connections", "4",
                ])
            url = try await service.line(after: "listening on ")
            let app = try await ProgramOutput([
                "app", "create", "--database-url", database, "--id", "desk", "--bundle-id",
                "com.example.desk", "--apple-id", "1",
            ])
            #expect(app.status == 0, "\(app.errors)")
            let made = try await ProgramOutput([
                "key", "create", "--database-url", database, "--app", "desk", "--role", "admin",
                "--label", "bench", "--json",
            ])
            key = try WireCoding.decode(Key.self, from: Array(made.output.utf8)).key
        }

        /// Its lists fill a page of the console, which is fifty.
        func fillsPages() async throws {
            for filter in [
                [], ["--status", "pending"], ["--product", "product-1"], ["--older-than", "86400"],
            ] {
                let list = try await run(["locks", "list", "--json"] + filter)
                let rows = try WireCoding.decode(Locks.self, from: Array(list.utf8)).locks
                #expect(rows.count >= 50, "\(filter)")
            }
            let list = try await run(["incidents", "list", "--json"])
            let rows = try WireCoding.decode(Incidents.self, from: Array(list.utf8)).incidents
            #expect(rows.count >= 50)
        }

        private func run(_ words: [String]) async throws -> String {
            let ran = try await ProgramOutput(
                words + ["--database-url", database, "--app", "desk"])
            #expect(ran.status == 0, "\(words): \(ran.errors)")
            return ran.output
        }

        func end() async throws {
            service.send(SIGTERM)
            #expect(try await service.status() == 0, "\(service.errors)")
        }
    }
}
