/// Holds an instant: whole microseconds since 1970-01-01T00:00:00Z, as PostgreSQL keeps them.
///
/// On the wire it is RFC 3339 in UTC with exactly three fraction digits; finer digits are cut off, never rounded up,
/// so that a deadline is not shown later than it is. An instant outside the years 0001–9999 is shown as the nearest
/// one inside. Reading takes one to nine fraction digits or none, and any offset (RFC 3339 §5.6).
public struct Timestamp: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Microseconds since 1970, negative before it.
    public var microseconds: Int64

    /// Makes an instant from microseconds since 1970.
    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// Makes an instant from milliseconds since 1970, the store's unit; saturates instead of overflowing.
    public init(milliseconds: Int64) {
        let (value, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000)
        microseconds = overflow ? (milliseconds < 0 ? .min : .max) : value
    }

    /// Makes an instant from whole seconds since 1970; saturates instead of overflowing.
    public init(seconds: Int64) {
        let (value, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        microseconds = overflow ? (seconds < 0 ? .min : .max) : value
    }

    /// Reads an RFC 3339 date-time; nil if the text is anything else.
    public init?(_ text: some StringProtocol) {
        guard let value = TimestampText.parse(Array(text.utf8)) else { return nil }
        microseconds = value
    }

    /// Orders by time.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microseconds < right.microseconds
    }

    /// Milliseconds since 1970, rounded down.
    public var milliseconds: Int64 { microseconds.flooredQuotient(by: 1_000) }

    /// Whole seconds since 1970, rounded down.
    public var seconds: Int64 { microseconds.flooredQuotient(by: 1_000_000) }

    /// RFC 3339 in UTC with milliseconds.
    public var description: String { TimestampText.format(microseconds) }

    /// Moves by whole seconds; saturates instead of overflowing.
    public func adding(seconds: Int64) -> Timestamp {
        let step = Timestamp(seconds: seconds).microseconds
        let (value, overflow) = microseconds.addingReportingOverflow(step)
        return Timestamp(microseconds: overflow ? (step < 0 ? .min : .max) : value)
    }

    /// Counts whole milliseconds from `start` to this instant, rounded down and never below zero.
    public func milliseconds(since start: Timestamp) -> Int64 {
        let (value, overflow) = microseconds.subtractingReportingOverflow(start.microseconds)
        if overflow { return self > start ? .max / 1_000 : 0 }
        return max(0, value / 1_000)
    }
}

extension Timestamp: Codable {
    /// Reads an RFC 3339 string.
    ///
    /// - Throws: `DecodingError` at the string's place.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Timestamp(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "must be an RFC 3339 time")
        }
        self = value
    }

    /// Writes RFC 3339 in UTC with milliseconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Int64 {
    func flooredQuotient(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
