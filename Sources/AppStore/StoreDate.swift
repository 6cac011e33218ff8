internal import Glibc
package import InterlockAPI

/// Holds a time as the store writes it: milliseconds since 1970, UTC.
///
/// A type of its own, with a range, because seconds in the place of milliseconds are a usual
/// mistake: whatever lies outside of 2008 (when the store opened) to 2100 is no date of the store.
package struct StoreDate: Sendable, Hashable, Comparable, CustomStringConvertible {
    package static let range: ClosedRange<Int64> = 1_199_145_600_000...4_102_444_800_000

    /// Whole milliseconds; fractions, which some payloads have, are cut off.
    package let milliseconds: Int64

    /// Takes milliseconds, or returns nil outside of ``range``.
    package init?(milliseconds: Int64) {
        guard Self.range.contains(milliseconds) else { return nil }
        self.milliseconds = milliseconds
    }

    /// Takes milliseconds with a fraction, or returns nil outside of ``range``.
    package init?(milliseconds: Double) {
        guard let whole = Int64(exactly: milliseconds.rounded(.down)) else { return nil }
        self.init(milliseconds: whole)
    }

    /// Takes a time of our own clock; outside of ``range`` it becomes the nearest bound.
    package init(clampingMilliseconds milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)
    }

    /// Whole seconds since 1970, as certificates count.
    package var seconds: Int64 { milliseconds / 1000 }
    /// Microseconds since 1970, as PostgreSQL and our own interface count.
    package var microseconds: Int64 { milliseconds * 1000 }

    /// The present moment of this machine's clock.
    package static var now: StoreDate {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return StoreDate(
            clampingMilliseconds: Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000)
    }

    package static func < (left: StoreDate, right: StoreDate) -> Bool {
        left.milliseconds < right.milliseconds
    }

    package var description: String { "\(milliseconds)" }
}

extension StoreDate {
    /// Takes a time of our own clock; outside of ``range`` it becomes the nearest bound.
    package init(clamping time: Timestamp) {
        self.init(clampingMilliseconds: time.milliseconds)
    }

    /// The same moment as our own interface writes it.
    package var timestamp: Timestamp { Timestamp(milliseconds: milliseconds) }
}
