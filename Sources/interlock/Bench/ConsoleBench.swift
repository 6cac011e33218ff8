import EventLoop
import PostgresClient

/// Times the console's screens beside few and many intents.
struct ConsoleBench: Sendable {
    static let command = Command(
        name: "bench console",
        summary: "Time the console's screens beside 1,000 and 1,000,000 intents; print the ratios.",
        discussion: """
            Fills an app with a million intents (open ones in all statuses, some stuck, closed ones with \
            history, transactions, incidents, acts), and one of another database of the same server with \
            \(fewIntents); both have an account that has \(manyCrowd) and \(fewCrowd) of everything. Then it signs \
            in to both services with their keys and asks for each screen again and again, one request at a \
            time, in series here and there in turns, of which the quickest counts. A screen is to take no more \
            than \(goal) times as long.

            It needs apps of their own without intents, of one id, and a service on each of the two databases; \
            it leaves in them what it wrote, which --filled measures again.
            """,
        options: Option.database + BenchTarget.options(role: "admin") + [
            .app,
            Option(
                "--few-database", "NAME", "The other database, for \(fewIntents) intents.",
                required: true),
            Option("--few-url", "URL", "Where the service on it listens.", required: true),
            Option(
                "--few-key", "KEY", "A key there with the role admin.", required: true,
                secret: true),
            Option("--intents", "N", "Intents to fill in (default 1000000)."),
            Option("--requests", "N", "Requests for each screen (default 300)."),
            Option("--filled", nil, "Measure again what an earlier run has filled in."),
        ],
        examples: [
            (
                """
                interlock bench console --data-dir /tmp/bench --app desk \
                --url http://127.0.0.1:8080 --key ilk_… \
                --few-database few --few-url http://127.0.0.1:8081 --few-key ilk_…
                """, "some minutes, most of them to fill the million"
            )
        ],
        run: { try await run($0) })

    /// How many times as long a screen may take beside many intents.
    static let goal = 1.5
    private static let fewIntents: Int64 = 1_000
    /// Enough for a full page, and more than anybody has.
    private static let (fewCrowd, manyCrowd): (Int64, Int64) = (60, 5_000)

    /// Series of requests for each screen, after one that warms up what is there once: what else the machine
    /// does comes and goes, what a screen has to do stays.
    private static let series = 10

    private struct Row: Sendable {
        let screen: String
        var few = Int64.max
        var many = Int64.max
    }

    private let intents: Int64
    private let requests: Int
    private let isFilled: Bool
    private let few: ConsolePlace
    private let many: ConsolePlace

    private static func run(_ invocation: Invocation) async throws {
        let target = try BenchTarget(invocation)
        let fewTarget = try BenchTarget(invocation, prefix: "few-")
        let app = try invocation.required("--app")
        let fewDatabase = try invocation.required("--few-database")
        let intents = try invocation.integer("--intents", in: fewIntents...100_000_000) ?? 1_000_000
        let requests = try invocation.integer("--requests", in: 5...100_000) ?? 300
        let configuration = try DatabaseAccess.configuration(invocation)
        let loops = try EventLoopGroup(count: 1, name: "bench")
        let bench = ConsoleBench(
            intents: intents, requests: Int(requests), isFilled: invocation.has("--filled"),
            few: ConsolePlace(
                fewTarget, configuration.selecting(database: fewDatabase), appID: app,
                on: loops.next()),
            many: ConsolePlace(target, configuration, appID: app, on: loops.next()))
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await bench.measure()) } catch { outcome = .failure(error) }
        await bench.few.close()
        await bench.many.close()
        await Offload.run { loops.stop() }
        try outcome.get()
    }

    private func measure() async throws {
        for place in [few, many] { try await place.prepare(isFilled: isFilled) }
        if !isFilled { try await fill() }
        let (fewScreens, manyScreens) = (try await few.screens(), try await many.screens())
        guard fewScreens.map(\.name) == manyScreens.map(\.name) else {
            throw CommandFailure.refused("the two services don't offer the same screens")
        }
        var rows: [Row] = []
        for (here, there) in zip(fewScreens, manyScreens) {
            rows.append(try await compare(here, there))
        }
        report(rows)
    }

    private func fill() async throws {
        let progress: @Sendable (String) -> Void = { Output.error($0) }
        try await few.filler.fill(to: Self.fewIntents, crowd: Self.fewCrowd, progress: progress)
        try await many.filler.fill(to: intents, crowd: Self.manyCrowd, progress: progress)
    }

    /// Gives the quickest series of each.
    private func compare(
        _ here: ConsolePlace.Screen, _ there: ConsolePlace.Screen
    ) async throws -> Row {
        var row = Row(screen: here.name)
        let count = min(Self.series, requests)
        let each = requests / count
        for series in 0...count {
            let one = try await few.time(here, requests: each)
            let other = try await many.time(there, requests: each)
            guard series > 0 else { continue }
            (row.few, row.many) = (min(row.few, one), min(row.many, other))
        }
        return row
    }

    private func report(_ rows: [Row]) {
        Output.table(
            [
                "SCREEN", "BESIDE \(Self.fewIntents)", "BESIDE \(intents)", "RATIO",
                "GOAL \(Self.goal)",
            ],
            rows.map { row in
                let ratio = Double(row.many) / Double(row.few)
                let verdict = ratio <= Self.goal ? "met" : "MISSED"
                return [
                    row.screen, Self.milliseconds(row.few), Self.milliseconds(row.many),
                    "\((ratio * 100).rounded() / 100)", verdict,
                ]
            })
    }

    private static func milliseconds(_ microseconds: Int64) -> String {
        "\((Double(microseconds) / 10).rounded() / 100) ms"
    }
}
