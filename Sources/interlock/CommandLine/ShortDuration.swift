import InterlockAPI

/// Reads and writes a time span as people type it: a whole number and s, m, h or d, such as `10m`.
enum ShortDuration {
    private static let units: [(mark: Character, seconds: Int64)] = [
        ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1),
    ]

    /// Gives the seconds; nil for what is no such text, or too much for 64 bits.
    static func seconds(_ text: String) -> Int64? {
        guard let unit = units.first(where: { $0.mark == text.last }),
            let count = Int64(text.dropLast()), count >= 0, text.first != "+"
        else { return nil }
        let (seconds, isTooMuch) = count.multipliedReportingOverflow(by: unit.seconds)
        return isTooMuch ? nil : seconds
    }

    /// Writes seconds in the largest unit that holds them whole.
    static func text(_ seconds: Int64) -> String {
        let unit = units.first { seconds != 0 && seconds.isMultiple(of: $0.seconds) }
        return unit.map { "\(seconds / $0.seconds)\($0.mark)" } ?? "\(seconds)s"
    }

    /// Writes seconds in the largest unit that they fill once, rounded down; what is to come as nothing.
    static func rough(_ seconds: Int64) -> String {
        let unit = units.first { seconds >= $0.seconds }
        return unit.map { "\(seconds / $0.seconds)\($0.mark)" } ?? "0s"
    }
}

extension Invocation {
    /// An option's value as a length of time within bounds, in seconds; nil when it isn't given.
    func span(
        _ name: String, in bounds: ClosedRange<Int64>
    ) throws(CommandFailure) -> Int64? {
        guard let seconds = try duration(name)?.seconds else { return nil }
        guard bounds.contains(seconds) else {
            let (least, most) = (bounds.lowerBound, bounds.upperBound)
            throw fault(
                "\(name) must be from \(ShortDuration.text(least)) to \(ShortDuration.text(most))")
        }
        return seconds
    }
}
