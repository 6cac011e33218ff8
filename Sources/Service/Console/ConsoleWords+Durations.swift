import InterlockAPI

// Lengths of time as a person says them.
extension ConsoleWords {
    func over(seconds: Int64) -> String {
        let length =
            switch seconds {
            case ..<3_600: minutes(seconds / 60)
            case ..<86_400: hours(seconds / 3_600)
            default: days(seconds / 86_400)
            }
        return say("over \(length)", "超过 \(length)")
    }

    /// How long something has lasted: two units at most.
    func age(seconds: Int64) -> String {
        let units =
            switch seconds {
            case ..<60: [say("\(max(0, seconds)) s", "\(max(0, seconds)) 秒")]
            case ..<3_600: [minutes(seconds / 60)]
            case ..<86_400: [hours(seconds / 3_600), part(seconds % 3_600 / 60, minutes)]
            default: [days(seconds / 86_400), part(seconds % 86_400 / 3_600, hours)]
            }
        return units.compactMap(\.self).joined(separator: " ")
    }

    /// Says a duration exactly.
    func duration(_ duration: ISODuration) -> String {
        let seconds = duration.seconds, count = duration.months
        let parts = [
            count == 0 ? nil : say(count == 1 ? "1 month" : "\(count) months", "\(count) 个月"),
            part(duration.days + seconds / 86_400, days),
            part(seconds % 86_400 / 3_600, hours), part(seconds % 3_600 / 60, minutes),
            part(seconds % 60) { say("\($0) s", "\($0) 秒") },
        ].compactMap(\.self)
        return parts.isEmpty ? age(seconds: 0) : parts.joined(separator: " ")
    }

    private func part(_ count: Int64, _ name: (Int64) -> String) -> String? {
        count == 0 ? nil : name(count)
    }

    private func minutes(_ count: Int64) -> String { say("\(count) min", "\(count) 分钟") }
    private func hours(_ count: Int64) -> String { say("\(count) h", "\(count) 小时") }

    private func days(_ count: Int64) -> String {
        say(count == 1 ? "1 day" : "\(count) days", "\(count) 天")
    }
}
