import Glibc

/// Times that were taken, in microseconds, and what they say of a goal.
struct BenchTimes: Sendable {
    private var values: [Int64] = []

    /// Microseconds since 1970 by this machine's clock, which the database shares.
    static var now: Int64 {
        var clock = timespec()
        clock_gettime(CLOCK_REALTIME, &clock)
        return Int64(clock.tv_sec) * 1_000_000 + Int64(clock.tv_nsec) / 1_000
    }

    var count: Int { values.count }

    mutating func add(_ microseconds: Int64) { values.append(microseconds) }

    /// The time in microseconds that so many of a hundred stay within; nil without any.
    func percentile(_ hundredths: Int) -> Int64? {
        guard !values.isEmpty else { return nil }
        return values.sorted()[min(values.count * hundredths / 100, values.count - 1)]
    }

    /// A percentile in milliseconds, to a hundredth.
    func milliseconds(_ hundredths: Int) -> Double? {
        percentile(hundredths).map { (Double($0) / 10).rounded() / 100 }
    }

    /// Whether so many milliseconds hold 99 of a hundred; not when nothing was taken.
    func meets(goal milliseconds: Int64) -> Bool {
        percentile(99).map { $0 <= milliseconds * 1_000 } ?? false
    }

    /// `p50 1.25 ms, p99 3.5 ms`.
    var text: String {
        guard let p50 = milliseconds(50), let p99 = milliseconds(99) else { return "none taken" }
        return "p50 \(p50) ms, p99 \(p99) ms"
    }
}
