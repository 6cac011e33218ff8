import Storage

/// Reads what counts as stuck in an app: options of `app create` and `app update`.
enum StuckOptions {
    private static let renewals = "renewals"

    static let all = StuckRule.Limit.allCases.map { limit in
        Option(name(limit), "SPAN", help(limit))
    }

    /// Gives what is named; empty when nothing is.
    static func change(_ invocation: Invocation) throws -> [StuckRule.Limit: Int64?] {
        var change: [StuckRule.Limit: Int64?] = [:]
        for limit in StuckRule.Limit.allCases where invocation.has(name(limit)) {
            if limit == .reserved, try invocation.text(name(limit)) == renewals {
                change[limit] = .some(nil)
            } else {
                change[limit] = try invocation.span(name(limit), in: limit.bounds)
            }
        }
        return change
    }

    private static func name(_ limit: StuckRule.Limit) -> String { "--stuck-\(limit.rawValue)" }

    private static func help(_ limit: StuckRule.Limit) -> String {
        let standard = StuckRule()
        func span(_ seconds: Int64) -> String { ShortDuration.text(seconds) }
        return switch limit {
        case .reserved:
            "An intent counts as stuck when it is reserved for so long, such as 5m; `\(renewals)`, as it "
                + "is unless told: when no renewal gives it a whole lease any more."
        case .confirming:
            "… confirming for so long since the last report (\(span(standard.confirming)) unless told)."
        case .pending:
            "… pending for so long since it was made (\(span(standard.pending)) unless told)."
        case .gone:
            "… reserved or confirming, and its device not heard of for so long "
                + "(\(span(standard.gone)) unless told, \(span(limit.bounds.lowerBound)) at least)."
        }
    }
}
