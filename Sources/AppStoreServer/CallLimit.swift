/// Decides when the next request of one call may go: a token bucket, and the store's own "not
/// before".
///
/// Pure: time, on a clock that never goes back, is passed in. The bucket is kept as the time at
/// which it would be full again, so that a place can be reserved ahead and places are given in the
/// order in which they were asked for.
package struct CallLimit: Sendable, Equatable {
    /// When a request may go.
    package enum Place: Sendable, Equatable {
        /// At this time; the place is taken.
        case at(Duration)
        /// Not within the caller's patience; nothing is taken. The wait that it would be.
        case refused(wait: Duration)
    }

    /// From one request to the next, in the long run.
    package let interval: Duration
    /// Requests that may go at once after a rest.
    package let burst: Int
    /// Until then nothing goes, whoever has a place.
    private(set) package var blockedUntil = Duration.zero
    private var fullAt = Duration.zero

    package init(interval: Duration, burst: Int) {
        self.interval = interval
        self.burst = max(1, burst)
    }

    /// Takes the next free place, if that is near enough.
    package mutating func reserve(at now: Duration, patience: Duration) -> Place {
        let place = max(now, fullAt - interval * (burst - 1), blockedUntil)
        if place - now > max(.zero, patience) { return .refused(wait: place - now) }
        fullAt = max(fullAt, place) + interval
        return .at(place)
    }

    /// Lets nothing go until a time: one request then, and the next ones without a burst. An
    /// earlier time than one given before changes nothing.
    package mutating func block(until time: Duration) {
        blockedUntil = max(blockedUntil, time)
        fullAt = max(fullAt, time + interval * (burst - 1))
    }
}
