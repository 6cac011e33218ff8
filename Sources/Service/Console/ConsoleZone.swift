import InterlockAPI

/// The time zone in which a reader sees times: one that was chosen, or UTC.
struct ConsoleZone: Sendable {
    let name: String
    private let file: ZoneFile?

    static let utc = ConsoleZone(name: "UTC", file: nil)

    init(name: String, file: ZoneFile?) {
        self.name = name
        self.file = file
    }

    var isUTC: Bool { file == nil }

    /// Says an instant by the clocks of the zone.
    func text(_ time: Timestamp) -> String {
        guard let file else { return Self.utcText(time) }
        return Self.clock(time.adding(seconds: file.offset(at: time.seconds)))
    }

    /// Says an instant in UTC.
    static func utcText(_ time: Timestamp) -> String { clock(time) + " UTC" }

    private static func clock(_ time: Timestamp) -> String {
        let text = time.description
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8))"
    }
}
