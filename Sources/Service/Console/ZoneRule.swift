/// The rule for the time after a zone file's last change, as POSIX writes it: `CET-1CEST,M3.5.0,M10.5.0/3`
/// (RFC 9636, 3.3).
struct ZoneRule: Sendable, Equatable {
    /// A day of each year and a time on it.
    private struct Change: Equatable {
        enum Day: Equatable {
            /// The `week`th `weekday` of a month; the fifth is the last. Sunday is 0.
            case week(month: Int64, week: Int64, weekday: Int64)
            /// 1 to 365; 29 February is never counted.
            case julian(Int64)
            /// 0 to 365.
            case ordinal(Int64)
        }

        let day: Day
        /// Seconds after the local midnight; may be negative or more than a day.
        let time: Int64
    }

    private let standard: Int64
    private let summer: (offset: Int64, from: Change, until: Change)?

    static func == (left: Self, right: Self) -> Bool {
        left.standard == right.standard && left.summer?.offset == right.summer?.offset
            && left.summer?.from == right.summer?.from && left.summer?.until == right.summer?.until
    }

    /// Reads a rule; nil for none and for what is malformed.
    init?(_ text: String) {
        var reader = Reader(text)
        guard reader.takeName(), let west = reader.takeTime() else { return nil }
        standard = -west
        if reader.isAtEnd {
            summer = nil
            return
        }
        guard reader.takeName() else { return nil }
        let offset = reader.next == UInt8(ascii: ",") ? standard + 3_600 : reader.takeTime().map(-)
        guard let offset, reader.take(","), let from = reader.takeChange(), reader.take(","),
            let until = reader.takeChange(), reader.isAtEnd
        else { return nil }
        summer = (offset, from, until)
    }

    /// The offset from UTC at an instant, in seconds.
    func offset(at seconds: Int64) -> Int64 {
        guard let summer else { return standard }
        let year = Self.civil(day: (seconds + standard).flooredQuotient(by: 86_400)).year
        let from = Self.instant(summer.from, year) - standard
        let until = Self.instant(summer.until, year) - summer.offset
        let isSummer =
            from < until
            ? (from..<until).contains(seconds) : !(until..<from).contains(seconds)
        return isSummer ? summer.offset : standard
    }

    /// The local time of a change, as seconds since 1970.
    private static func instant(_ change: Change, _ year: Int64) -> Int64 {
        let start = days(year, 1, 1)
        let isLeap = days(year + 1, 1, 1) - start == 366
        let day: Int64
        switch change.day {
        case .ordinal(let number): day = start + number
        case .julian(let number): day = start + number - (isLeap && number >= 60 ? 0 : 1)
        case .week(let month, let week, let weekday):
            let first = days(year, month, 1)
            // 1 January 1970 was a Thursday.
            let ahead = ((weekday - (first + 4)) % 7 + 7) % 7
            let next = month == 12 ? days(year + 1, 1, 1) : days(year, month + 1, 1)
            let wanted = first + ahead + (week - 1) * 7
            day = wanted < next ? wanted : wanted - 7
        }
        return day * 86_400 + change.time
    }

    /// Days since 1970 of a date of the Gregorian calendar.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted.flooredQuotient(by: 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    private static func civil(day: Int64) -> (year: Int64, dayOfYear: Int64) {
        // A year has 365.2425 days: the guess is off by one at most.
        var year = 1970 + (day * 10_000).flooredQuotient(by: 3_652_425)
        if days(year, 1, 1) > day { year -= 1 }
        if days(year + 1, 1, 1) <= day { year += 1 }
        return (year, day - days(year, 1, 1))
    }

    /// Takes the parts of a rule off its beginning.
    private struct Reader {
        private var rest: ArraySlice<UInt8>

        init(_ text: String) { rest = text.utf8.prefix(100).map { $0 }[...] }

        var next: UInt8? { rest.first }
        var isAtEnd: Bool { rest.isEmpty }

        mutating func take(_ mark: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: mark) else { return false }
            rest.removeFirst()
            return true
        }

        /// A name of three letters or more, or anything in angle brackets.
        mutating func takeName() -> Bool {
            if take("<") {
                guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
                rest = rest[(end + 1)...]
                return true
            }
            let name = rest.prefix {
                (UInt8(ascii: "A")...UInt8(ascii: "z")).contains($0)
            }
            rest = rest.dropFirst(name.count)
            return name.count >= 3
        }

        mutating func takeNumber() -> Int64? {
            let digits = rest.prefix { (48...57).contains($0) }
            guard (1...3).contains(digits.count) else { return nil }
            rest = rest.dropFirst(digits.count)
            return digits.reduce(0) { $0 * 10 + Int64($1 - 48) }
        }

        /// `[+-]hh[:mm[:ss]]`, in seconds.
        mutating func takeTime() -> Int64? {
            let sign: Int64 = take("-") ? -1 : 1
            if sign == 1 { _ = take("+") }
            guard var seconds = takeNumber().map({ $0 * 3_600 }) else { return nil }
            for unit: Int64 in [60, 1] where next == UInt8(ascii: ":") {
                _ = take(":")
                guard let part = takeNumber(), part < 60 else { return nil }
                seconds += part * unit
            }
            return seconds <= 167 * 3_600 ? sign * seconds : nil
        }

        mutating func takeChange() -> Change? {
            let day: Change.Day
            if take("M") {
                guard let month = takeNumber(), (1...12).contains(month), take("."),
                    let week = takeNumber(), (1...5).contains(week), take("."),
                    let weekday = takeNumber(), (0...6).contains(weekday)
                else { return nil }
                day = .week(month: month, week: week, weekday: weekday)
            } else if take("J") {
                guard let number = takeNumber(), (1...365).contains(number) else { return nil }
                day = .julian(number)
            } else {
                guard let number = takeNumber(), number <= 365 else { return nil }
                day = .ordinal(number)
            }
            guard take("/") else { return Change(day: day, time: 7_200) }
            return takeTime().map { Change(day: day, time: $0) }
        }
    }
}

extension Int64 {
    /// Rounds down, also below zero.
    fileprivate func flooredQuotient(by divisor: Int64) -> Int64 {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}
