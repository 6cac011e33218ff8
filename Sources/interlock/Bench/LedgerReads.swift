import InterlockAPI
import Storage

/// Times reads of states and entitlements.
struct LedgerReads: Sendable {
    /// How many times as long a read may take beside much history.
    static let goal = 1.2
    /// The transactions beside which it is to be as fast, where there are more.
    static let fewRows = 10_000

    /// Reads are taken in so many series, of which the quickest counts: what else the machine does comes
    /// and goes, what the database has to do stays.
    private static let series = 5

    /// The p50 of the quickest series, in microseconds.
    struct Times: Sendable {
        var state = Int64.max
        var entitlements = Int64.max
    }

    let storage: Storage
    let count: Int

    /// Reads of the accounts of the first transactions, one after the other, after some that warm up what
    /// is there once.
    func measure(_ stage: LedgerStage, first: Int) async throws -> Times {
        var times = Times()
        for series in 0...Self.series {
            var (states, entitlements) = (BenchTimes(), BenchTimes())
            for number in 0..<max(1, count / Self.series) {
                // A stride that meets all of them.
                let account = stage.account(number * 7 % max(1, first / LedgerStage.each))
                let begin = BenchTimes.now
                _ = try await storage.scopes.state(of: account, environment: .sandbox)
                let middle = BenchTimes.now
                _ = try await storage.ledger.entitlements(
                    of: account, environment: .sandbox, at: Timestamp(microseconds: middle))
                states.add(middle - begin)
                entitlements.add(BenchTimes.now - middle)
            }
            guard series > 0 else { continue }
            times.state = min(times.state, states.percentile(50) ?? .max)
            times.entitlements = min(times.entitlements, entitlements.percentile(50) ?? .max)
        }
        return times
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
