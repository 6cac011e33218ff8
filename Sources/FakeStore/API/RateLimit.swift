/// Counts the calls of each route in fixed windows of the clock.
struct RateLimit: Sendable {
    /// Calls in a window; nil: as many as they like.
    var calls: Int?
    /// In milliseconds.
    var window: Int64
    private var start: Int64 = 0
    private var counts: [String: Int] = [:]

    init(calls: Int?, window: Int64 = 1_000) {
        self.calls = calls
        self.window = max(1, window)
    }

    /// Counts a call; gives the time at which the next window begins when it is one too many.
    mutating func take(_ route: String, at now: Int64) -> Int64? {
        guard let calls else { return nil }
        if now >= start + window || now < start {
            start = now - now % window
            counts = [:]
        }
        counts[route, default: 0] += 1
        return counts[route, default: 0] > calls ? start + window : nil
    }
}
