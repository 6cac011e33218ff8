/// Spaces attempts: full jitter under a bound that doubles with each failure.
struct Backoff {
    let base: Duration
    let limit: Duration
    private(set) var failures = 0

    /// Counts a failure and gives the pause before the next attempt.
    mutating func fail(using random: inout some RandomNumberGenerator) -> Duration {
        let doublings = min(failures, 20)
        failures += 1
        let bound = min(base * (1 << doublings), limit)
        return bound * Double.random(in: 0.1...1, using: &random)
    }

    mutating func succeed() { failures = 0 }
}
