/// Writes and reads RFC 3339 date-times by arithmetic alone (proleptic Gregorian calendar, no leap seconds).
enum TimestampText {
    static let lowest: Int64 = -62_135_596_800_000_000  // 0001-01-01T00:00:00Z
    static let highest: Int64 = 253_402_300_799_999_999  // 9999-12-31T23:59:59.999999Z
    private static let microsecondsPerDay: Int64 = 86_400_000_000

    static func format(_ microseconds: Int64) -> String {
        let value = min(max(microseconds, lowest), highest)
        let day = value.flooredQuotient(by: microsecondsPerDay)
        let rest = (value - day * microsecondsPerDay) / 1_000
        let date = civil(fromDay: day)
        return String(unsafeUninitializedCapacity: 24) { out in
            var at = 0
            func put(_ value: Int64, _ width: Int, then mark: Unicode.Scalar) {
                var value = value
                for place in stride(from: at + width - 1, through: at, by: -1) {
                    out[place] = UInt8(48 + value % 10)
                    value /= 10
                }
                out[at + width] = UInt8(ascii: mark)
                at += width + 1
            }
            put(date.year, 4, then: "-")
            put(date.month, 2, then: "-")
            put(date.day, 2, then: "T")
            put(rest / 3_600_000, 2, then: ":")
            put(rest / 60_000 % 60, 2, then: ":")
            put(rest / 1_000 % 60, 2, then: ".")
            put(rest % 1_000, 3, then: "Z")
            return at
        }
    }

    static func parse(_ text: [UInt8]) -> Int64? {
        guard text.count >= 20, text.count <= 40,
            let year = number(text, 0, 4), text[4] == UInt8(ascii: "-"),
            let month = number(text, 5, 2), text[7] == UInt8(ascii: "-"),
            let day = number(text, 8, 2), "Tt ".utf8.contains(text[10]),
            let hour = number(text, 11, 2), text[13] == UInt8(ascii: ":"),
            let minute = number(text, 14, 2), text[16] == UInt8(ascii: ":"),
            let second = number(text, 17, 2),
            year >= 1, (1...12).contains(month), day >= 1, day <= length(ofMonth: month, year),
            hour <= 23, minute <= 59, second <= 60
        else { return nil }
        var at = 19
        guard let fraction = fraction(text, &at), let offset = offset(text, at) else { return nil }
        let days = self.day(fromCivil: year, month, day)
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
        let value = seconds * 1_000_000 + fraction
        return (lowest...highest).contains(value) ? value : nil
    }

    /// Reads ".123…" at `at`, if there, as microseconds; digits beyond the sixth are cut off.
    private static func fraction(_ text: [UInt8], _ at: inout Int) -> Int64? {
        guard at < text.count, text[at] == UInt8(ascii: ".") else { return 0 }
        at += 1
        let start = at
        var value: Int64 = 0
        while at < text.count, let digit = digit(text[at]) {
            if at - start < 6 { value = value * 10 + digit }
            at += 1
        }
        guard at > start, at - start <= 9 else { return nil }
        for _ in 0..<max(0, 6 - (at - start)) { value *= 10 }
        return value
    }

    /// Reads "Z" or "+hh:mm" at `at`, which must end the text, as seconds east of UTC.
    private static func offset(_ text: [UInt8], _ at: Int) -> Int64? {
        guard at < text.count else { return nil }
        if text[at] == UInt8(ascii: "Z") || text[at] == UInt8(ascii: "z") {
            return at + 1 == text.count ? 0 : nil
        }
        let sign: Int64
        switch text[at] {
        case UInt8(ascii: "+"): sign = 1
        case UInt8(ascii: "-"): sign = -1
        default: return nil
        }
        guard text.count == at + 6, text[at + 3] == UInt8(ascii: ":"),
            let hours = number(text, at + 1, 2), let minutes = number(text, at + 4, 2),
            hours <= 23, minutes <= 59
        else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }

    private static func digit(_ byte: UInt8) -> Int64? {
        byte >= 48 && byte <= 57 ? Int64(byte - 48) : nil
    }

    private static func number(_ text: [UInt8], _ start: Int, _ count: Int) -> Int64? {
        var value: Int64 = 0
        for place in start..<start + count {
            guard let digit = digit(text[place]) else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    private static func length(ofMonth month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Counts days from 1970-01-01, by 400-year eras that begin on 1 March.
    static func day(fromCivil year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted.flooredQuotient(by: 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Undoes `day(fromCivil:)`.
    static func civil(fromDay days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted.flooredQuotient(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}
