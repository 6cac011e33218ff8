/// What was found of one kind of change; milliseconds, null where nothing was taken.
struct WakeResult: Encodable, Sendable {
    let change: String
    let count: Int
    let p50: Double?
    let p99: Double?
    /// From the sending of the change on, where one was sent.
    let sentP50: Double?
    let sentP99: Double?
    let isMet: Bool

    init(_ kind: WakeKind, _ times: BenchTimes, sinceSending: BenchTimes?, goal: Int64) {
        change = kind.rawValue
        count = times.count
        p50 = times.milliseconds(50)
        p99 = times.milliseconds(99)
        sentP50 = sinceSending?.milliseconds(50)
        sentP99 = sinceSending?.milliseconds(99)
        isMet = times.meets(goal: goal)
    }

    enum CodingKeys: String, CodingKey {
        case change, count
        case p50 = "p50_ms"
        case p99 = "p99_ms"
        case sentP50 = "sent_p50_ms"
        case sentP99 = "sent_p99_ms"
        case isMet = "met"
    }

    /// The cells of a table.
    var row: [String] {
        [change, "\(count)"] + [p50, p99, sentP50, sentP99].map { $0.map { "\($0)" } ?? "-" }
            + [isMet ? "met" : "MISSED"]
    }
}
