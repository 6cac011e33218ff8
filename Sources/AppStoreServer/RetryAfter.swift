internal import AppStore
internal import InterlockAPI

/// Reads the store's Retry-After, which isn't HTTP's: a UNIX time in milliseconds.
///
/// Read more widely, because a wrong guess costs either a storm or a standstill: a number up to a
/// day is a delay in seconds (RFC 9110, 10.2.3), a UNIX time in seconds is one too. The limits are
/// counted by the hour, so no answer makes a client wait longer than ``longest``, nor shorter than
/// ``shortest``.
///
/// Source: https://developer.apple.com/documentation/appstoreserverapi/identifying-rate-limits
enum RetryAfter {
    static let shortest = Duration.seconds(1)
    static let longest = Duration.seconds(3_600)

    /// Gives the time before which nothing goes.
    ///
    /// - Parameter fallback: what counts where the field is absent or says nothing that is
    ///   understood.
    static func time(_ field: String?, now: Timestamp, fallback: Duration) -> Timestamp {
        let wait = field.flatMap { delay($0, now: now) } ?? fallback
        return now.adding(min(max(wait, shortest), longest))
    }

    private static func delay(_ field: String, now: Timestamp) -> Duration? {
        guard let number = Int64(field.trimmingSpace), number >= 0 else { return nil }
        if number <= 86_400 { return .seconds(number) }
        let (milliseconds, overflow) = number.multipliedReportingOverflow(by: 1_000)
        let time =
            StoreDate(milliseconds: number)
            ?? (overflow ? nil : StoreDate(milliseconds: milliseconds))
        return time.map { now.duration(until: $0.timestamp) }
    }
}

extension String {
    fileprivate var trimmingSpace: Substring {
        var rest = self[...]
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return rest
    }
}
