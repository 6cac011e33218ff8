/// Spaces the attempts of one call: half to all of a bound that doubles with each failure.
///
/// The fixed half keeps the pause from being none; the rest spreads callers that failed together.
struct RetryPause: Sendable {
    /// The first bound, and the last.
    let bounds: ClosedRange<Duration>

    /// Gives the pause after so many failures, 1 at first.
    ///
    /// - Parameter random: at least 0, below 1.
    func after(failures: Int, random: Double) -> Duration {
        let doublings = min(max(failures - 1, 0), 20)
        let bound = min(bounds.lowerBound * (1 << doublings), bounds.upperBound)
        return bound / 2 + bound / 2 * random
    }
}
