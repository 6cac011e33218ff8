import EventLoop
import FoundationEssentials
import PostgresClient
import Storage

/// Ingests transactions beside bare inserts of the same rows, and reads states and entitlements beside
/// little and much history.
struct LedgerBench: Sendable {
    static let command = Command(
        name: "bench ledger",
        summary: "Ingest transactions, and read beside much history; print rates and ratios.",
        discussion: """
            Ten transactions of each account, a subscription and its renewals, go through the ledger as \
            devices upload them: one by one, each answered after its commit. The same rows are inserted \
            into a table of the same columns and indexes, in turns, by as many callers. Signatures are \
            made and verified beforehand: `bench verify` has that row.

            States and entitlements are read when history of other accounts fills the database, in turns with \
            reads in a second database of the server that holds the first 10,000 transactions and nothing \
            else. They are to take no more than \(LedgerReads.goal) times as long.

            It works on a database, not through a service, and leaves in it what it wrote: give it one of \
            its own, as a user who may create another (that one goes at the end).
            """,
        options: Option.database + [
            Option("--transactions", "N", "Transactions to ingest (default 1000000)."),
            Option("--history", "N", "Rows of history for the second reads (default 10000000)."),
            Option("--clients", "N", "Callers at a time (default 16)."),
            Option("--reads", "N", "Reads of each kind (default 5000)."),
        ],
        examples: [
            (
                "interlock bench ledger --data-dir /tmp/bench",
                "a million transactions, ten million rows; while a `serve` runs on the folder"
            ),
            (
                "interlock bench ledger --data-dir /tmp/bench --transactions 20000 --history 200000",
                "in a minute"
            ),
        ],
        run: { try await run($0) })

    /// What is prepared, ingested and inserted before the next turn, at most.
    private static let turn = LedgerReads.fewRows

    private let transactions: Int
    private let history: Int
    private let reads: LedgerReads
    private let crew: BenchCrew
    private let measured: LedgerPlace
    private let companion: LedgerPlace

    private static func run(_ invocation: Invocation) async throws {
        let configuration = try DatabaseAccess.configuration(invocation)
        let transactions = try invocation.integer("--transactions", in: 100...100_000_000)
        let history = try invocation.integer("--history", in: 100...1_000_000_000)
        let clients = Int(try invocation.integer("--clients", in: 1...256) ?? 16)
        let reads = Int(try invocation.integer("--reads", in: 10...1_000_000) ?? 5_000)
        let loops = try EventLoopGroup(count: 2, name: "bench")
        let options = PostgresPoolOptions(maximum: max(1, clients / loops.loops.count))
        let measured = try await LedgerPlace.measured(configuration, loops, options)
        let outcome: Result<Void, any Error>
        do {
            let companion = try await measured.companion(configuration, loops, options)
            let bench = LedgerBench(
                transactions: Int(transactions ?? 1_000_000), history: Int(history ?? 10_000_000),
                reads: LedgerReads(count: reads), crew: BenchCrew(loops: loops, clients: clients),
                measured: measured, companion: companion)
            do { outcome = .success(try await bench.measure()) } catch {
                outcome = .failure(error)
            }
            await companion.end(beside: measured)
        } catch { outcome = .failure(error) }
        await measured.end(beside: nil)
        await Offload.run { loops.stop() }
        try outcome.get()
    }

    private func measure() async throws {
        let first = min(Self.turn, transactions)
        _ = try await companion.ingest(
            try await companion.stage.uploads(0..<first, by: crew), by: crew)
        try await companion.pools[0].simple("vacuum analyze", deadline: .seconds(600))
        try await ingest()
        try await LedgerFiller(pools: measured.pools, appID: measured.stage.appID).fill(
            to: history, progress: progress)
        let (few, many) = try await reads.measure(companion, measured, first: first)
        reads.report(few, beside: first, many, beside: history)
    }

    /// Ingests and inserts in turns.
    private func ingest() async throws {
        let twin = LedgerTwin(pools: measured.pools)
        try await twin.create()
        var (ingesting, inserting) = (Duration.zero, Duration.zero)
        for start in stride(from: 0, to: transactions, by: Self.turn) {
            let count = min(Self.turn, transactions - start)
            let uploads = try await measured.stage.uploads(start..<start + count, by: crew)
            ingesting += try await measured.ingest(uploads, by: crew)
            inserting += try await crew.run(uploads.map(twin.row)) { try await twin.insert($0) }
            progress("\(start + count) of \(transactions) transactions", start + count)
        }
        try await twin.drop()
        let (own, bare) = (rate(ingesting), rate(inserting))
        Output.line(
            "transactions ingested: \(transactions) of \(transactions / LedgerStage.each) accounts, "
                + "\(crew.clients) callers")
        Output.line(
            "ingested per second: \(own); bare inserts of the same rows: \(bare); ratio "
                + Self.ratio(own, to: bare))
    }

    /// What part of the second the first is, to a thousandth.
    static func ratio(_ one: Int, to other: Int) -> String {
        other > 0 ? "\((Double(one) / Double(other) * 1_000).rounded() / 1_000)" : "none"
    }

    private func rate(_ duration: Duration) -> Int {
        Int(Double(transactions) / (duration / .seconds(1)))
    }

    /// Tells how far it is, on standard error, where that is a step.
    private func progress(_ text: String, _ number: Int) {
        if number % (10 * Self.turn) == 0 { Output.error(text) }
    }
}
