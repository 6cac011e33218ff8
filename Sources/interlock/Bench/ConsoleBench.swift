import EventLoop
import PostgresClient

/// Times the console's screens beside few and many intents.
struct ConsoleBench: Sendable {
    static let command = Command(
        name: "bench console",
        summary: "Time the console's screens beside 1,000 and 1,000,000 intents; print the ratios.",
        discussion: """
            Fills an app with \(few) intents (open ones in all statuses, some stuck, closed ones with history, \
            transactions, incidents), signs in with the key and asks for each screen again and again, one \
            request at a time; then fills up to a million and asks again. A screen is to take no more than \
            \(goal) times as long. One account has thousands of intents by then: its screen stands beside an \
            ordinary account's.

            It needs an app of its own without intents, a service on it, and that service's database; it \
            leaves in it what it wrote.
            """,
        options: Option.database + BenchTarget.options(role: "admin") + [
            .app, Option("--intents", "N", "Intents to fill up to (default 1000000)."),
            Option("--requests", "N", "Requests for each screen (default 300)."),
        ],
        examples: [
            (
                """
                interlock bench console --data-dir /tmp/bench --url http://127.0.0.1:8080 --app desk \
                --key ilk_…
                """, "some minutes, most of them to fill the million"
            )
        ],
        run: { try await run($0) })

    /// How many times as long a screen may take beside many intents.
    static let goal = 1.5
    private static let few: Int64 = 1_000

    private let intents: Int64
    private let requests: Int
    private let filler: ConsoleFiller
    private let reader: ConsoleReader

    private static func run(_ invocation: Invocation) async throws {
        let target = try BenchTarget(invocation)
        let app = try invocation.required("--app")
        let intents = try invocation.integer("--intents", in: few...100_000_000) ?? 1_000_000
        let requests = try invocation.integer("--requests", in: 5...100_000) ?? 300
        let configuration = try DatabaseAccess.configuration(invocation)
        let loops = try EventLoopGroup(count: 1, name: "bench")
        let pool = PostgresPool(
            configuration, on: loops.next(), options: PostgresPoolOptions(maximum: 1))
        let outcome: Result<Void, any Error>
        do {
            let bench = ConsoleBench(
                intents: intents, requests: Int(requests),
                filler: ConsoleFiller(pool: pool, appID: app),
                reader: ConsoleReader(target, on: loops.next()))
            outcome = .success(try await bench.measure())
        } catch { outcome = .failure(error) }
        await pool.close()
        await Offload.run { loops.stop() }
        try outcome.get()
    }

    private func measure() async throws {
        guard try await filler.isEmpty() else {
            throw CommandFailure.refused("the app has intents already: give it one of its own")
        }
        try await reader.signIn()
        let progress: @Sendable (String) -> Void = { Output.error($0) }
        try await filler.fill(from: 0, to: Self.few, crowd: false, progress: progress)
        let before = try await times(crowd: false)
        try await filler.fill(from: Self.few, to: intents, crowd: true, progress: progress)
        let after = try await times(crowd: true)
        report(before, after)
    }

    /// The p50 of each screen, in microseconds, in the quickest of some series: what else the machine does
    /// comes and goes, what a screen has to do stays.
    private func times(crowd: Bool) async throws -> [(screen: String, time: Int64)] {
        var all: [(screen: String, time: Int64)] = []
        for screen in try await screens(crowd: crowd) {
            var best = Int64.max
            for series in 0...Self.series {
                var times = BenchTimes()
                for _ in 0..<max(1, requests / Self.series) {
                    let begin = BenchTimes.now
                    try await reader.get(screen.path)
                    times.add(BenchTimes.now - begin)
                }
                // The first one warms up.
                if series > 0 { best = min(best, times.percentile(50) ?? .max) }
            }
            all.append((screen.name, best))
        }
        return all
    }

    private static let series = 5

    /// What is asked for: the pages that the navigation leads to, and what people look for.
    private func screens(crowd: Bool) async throws -> [(name: String, path: String)] {
        let overview = try await reader.get("/admin")
        var screens = ConsoleReader.navigation(of: overview).map { ($0, $0) }
        let locks = try await reader.get("/admin/locks")
        if let next = ConsoleReader.links(in: locks, to: "/admin/locks?cursor=").first {
            screens.append(("/admin/locks, second page", next))
        }
        for query in [
            "status=pending", "status=confirming&environment=Sandbox", "product_id=product-3",
            "product_id=none", "older_than=600", "older_than=86400", "older_than=604800",
            "account_id=account-11", "account_id=account-11&status=pending",
        ] { screens.append(("/admin/locks?\(query)", "/admin/locks?\(query)")) }
        for query in ["status=any", "status=resolved"] {
            screens.append(("/admin/incidents?\(query)", "/admin/incidents?\(query)"))
        }
        let account = "/admin/account?id=account-11"
        screens.append((account, account))
        let found = try await filler.found()
        screens.append(("an intent", "/admin/intents/\(found.intent)"))
        for (name, text) in [
            ("an account", "account-11"), ("an intent", found.intent), ("a token", found.token),
            ("a transaction", found.transaction), ("nothing", "nobody"),
        ] { screens.append(("search for \(name)", "/admin/search?q=\(text)")) }
        // The crowded account beside an ordinary one.
        let many = crowd ? ConsoleFiller.crowdedAccount : "account-12"
        screens.append(("an account with thousands", "/admin/account?id=\(many)"))
        screens.append(("its locks", "/admin/locks?account_id=\(many)"))
        return screens
    }

    private func report(
        _ before: [(screen: String, time: Int64)], _ after: [(screen: String, time: Int64)]
    ) {
        let first = Dictionary(before.map { ($0.screen, $0.time) }) { one, _ in one }
        var rows: [[String]] = []
        for (screen, time) in after {
            guard let few = first[screen] else { continue }
            let ratio = Double(time) / Double(few)
            rows.append([
                screen, Self.milliseconds(few), Self.milliseconds(time),
                "\((ratio * 100).rounded() / 100)", ratio <= Self.goal ? "met" : "MISSED",
            ])
        }
        Output.table(
            ["SCREEN", "BESIDE \(Self.few)", "BESIDE \(intents)", "RATIO", "GOAL \(Self.goal)"],
            rows)
    }

    private static func milliseconds(_ microseconds: Int64) -> String {
        "\((Double(microseconds) / 10).rounded() / 100) ms"
    }
}
