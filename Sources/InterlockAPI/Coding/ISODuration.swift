/// Holds an ISO 8601 duration as the store writes them (`P1M`, `P1W`, `PT2M`): whole, not negative, the calendar's
/// months kept apart from days and seconds, since their length depends on where one starts.
public struct ISODuration: Hashable, Sendable, CustomStringConvertible {
    /// Years and months, in months.
    public let months: Int64
    /// Weeks and days, in days of 24 hours.
    public let days: Int64
    /// Hours, minutes and seconds, in seconds.
    public let seconds: Int64

    /// Makes a duration of whole seconds.
    public init(seconds: Int64) {
        months = 0
        days = 0
        self.seconds = max(0, seconds)
    }

    /// Reads a duration; nil for anything else, for fractions, signs, parts out of order or more than 9 digits.
    public init?(_ text: String) {
        var units = ["Y": 12, "M": 1, "W": 7, "D": 1] as [Character: Int64]
        var order: Substring = "YMWD"
        var sums: (months: Int64, days: Int64, seconds: Int64) = (0, 0, 0)
        var digits = ""
        var inTime = false
        var parts = 0
        var partsBeforeTime = 0
        guard text.first == "P", text.utf8.count <= 64 else { return nil }
        for character in text.dropFirst() {
            if character.isASCII, character.isNumber {
                digits.append(character)
                continue
            }
            if character == "T", !inTime, digits.isEmpty {
                inTime = true
                units = ["H": 3_600, "M": 60, "S": 1]
                order = "HMS"
                partsBeforeTime = parts
                continue
            }
            guard let place = order.firstIndex(of: character), let unit = units[character],
                (1...9).contains(digits.count), let count = Int64(digits)
            else { return nil }
            order = order[order.index(after: place)...]
            digits = ""
            parts += 1
            if inTime {
                sums.seconds += count * unit
            } else if character == "Y" || character == "M" {
                sums.months += count * unit
            } else {
                sums.days += count * unit
            }
        }
        guard digits.isEmpty, parts > 0, !inTime || parts > partsBeforeTime else { return nil }
        (months, days, seconds) = sums
    }

    /// Its length in seconds; nil if it has months, whose length depends on the calendar.
    public var wholeSeconds: Int64? { months == 0 ? days * 86_400 + seconds : nil }

    /// Whether it is no time at all.
    public var isZero: Bool { months == 0 && days == 0 && seconds == 0 }

    /// The shortest ISO 8601 form of the three parts.
    public var description: String {
        if isZero { return "PT0S" }
        var text = "P"
        func put(_ count: Int64, _ unit: Character) {
            if count > 0 { text += "\(count)\(unit)" }
        }
        put(months / 12, "Y")
        put(months % 12, "M")
        put(days, "D")
        if seconds > 0 { text += "T" }
        put(seconds / 3_600, "H")
        put(seconds / 60 % 60, "M")
        put(seconds % 60, "S")
        return text
    }
}
