import InterlockAPI
import Storage

/// Times reads of states and entitlements.
struct LedgerReads: Sendable {
    /// How many times as long a read may take beside much history.
    static let goal = 1.2
    /// The transactions beside which it is to be as fast, where there are more.
    static let fewRows = 10_000

    /// Reads are taken in so many series, little and much in turns, of which the quickest counts: what else
    /// the machine does comes and goes, what the database has to do stays.
    private static let series = 10

    /// The p50 of the quickest series, in microseconds.
    struct Times: Sendable {
        var state = Int64.max
        var entitlements = Int64.max
    }

    let count: Int

    /// Reads in both places, series by series, after one that warms up what is there once.
    func measure(
        _ few: LedgerPlace, _ many: LedgerPlace, first: Int
    ) async throws -> (few: Times, many: Times) {
        var (fewTimes, manyTimes) = (Times(), Times())
        for series in 0...Self.series {
            let one = try await read(few, first)
            let other = try await read(many, first)
            guard series > 0 else { continue }
            fewTimes = Self.quicker(fewTimes, one)
            manyTimes = Self.quicker(manyTimes, other)
        }
        return (fewTimes, manyTimes)
    }

    /// Reads of the accounts of the first transactions, one after the other.
    private func read(_ place: LedgerPlace, _ first: Int) async throws -> Times {
        var (states, entitlements) = (BenchTimes(), BenchTimes())
        for number in 0..<max(1, count / Self.series) {
            // A stride that meets all of them.
            let account = place.stage.account(number * 7 % max(1, first / LedgerStage.each))
            let begin = BenchTimes.now
            _ = try await place.storage.scopes.state(of: account, environment: .sandbox)
            let middle = BenchTimes.now
            _ = try await place.storage.ledger.entitlements(
                of: account, environment: .sandbox, at: Timestamp(microseconds: middle))
            states.add(middle - begin)
            entitlements.add(BenchTimes.now - middle)
        }
        return Times(
            state: states.percentile(50) ?? .max, entitlements: entitlements.percentile(50) ?? .max)
    }

    private static func quicker(_ one: Times, _ other: Times) -> Times {
        Times(
            state: min(one.state, other.state),
            entitlements: min(one.entitlements, other.entitlements))
    }

    func report(_ few: Times, beside first: Int, _ many: Times, beside rows: Int) {
        for (name, before, after) in [
            ("state", few.state, many.state),
            ("entitlements", few.entitlements, many.entitlements),
        ] {
            let verdict = Double(after) <= Self.goal * Double(before) ? "met" : "MISSED"
            Output.line(
                "\(name) read, p50: \(before) µs beside \(first) rows of history, \(after) µs "
                    + "beside \(rows); ratio \(LedgerBench.ratio(Int(after), to: Int(before))) "
                    + "(goal \(Self.goal): \(verdict))")
        }
    }
}
