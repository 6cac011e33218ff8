import Glibc

/// Writes structured lines. A value: copies write to the same output, `with` adds fields that every line of the copy
/// carries.
package struct Logger: Sendable {
    /// Lines below it are not built at all.
    package let level: LogLevel
    private let format: LogFormat
    private let output: any LogOutput
    private var fields: [(key: String, value: LogValue)] = []

    package init(
        level: LogLevel = .info, format: LogFormat = .json,
        output: any LogOutput = DescriptorOutput.standardError
    ) {
        self.level = level
        self.format = format
        self.output = output
    }

    /// Makes a logger whose lines carry more fields.
    package func with(_ more: KeyValuePairs<String, LogValue>) -> Logger {
        var copy = self
        copy.fields += more.map { ($0.key, $0.value) }
        return copy
    }

    package func debug(
        _ message: @autoclosure () -> String,
        _ fields: @autoclosure () -> KeyValuePairs<String, LogValue> = [:]
    ) {
        log(.debug, message(), fields())
    }

    package func info(
        _ message: @autoclosure () -> String,
        _ fields: @autoclosure () -> KeyValuePairs<String, LogValue> = [:]
    ) {
        log(.info, message(), fields())
    }

    package func warning(
        _ message: @autoclosure () -> String,
        _ fields: @autoclosure () -> KeyValuePairs<String, LogValue> = [:]
    ) {
        log(.warning, message(), fields())
    }

    package func error(
        _ message: @autoclosure () -> String,
        _ fields: @autoclosure () -> KeyValuePairs<String, LogValue> = [:]
    ) {
        log(.error, message(), fields())
    }

    /// Writes one line, if its level is not below the logger's: time, level, message, the logger's fields, then these.
    package func log(
        _ level: LogLevel, _ message: @autoclosure () -> String,
        _ fields: @autoclosure () -> KeyValuePairs<String, LogValue> = [:]
    ) {
        guard level >= self.level else { return }
        var line = LogLine(format, time: Self.time(), level: level, message: message())
        for (key, value) in self.fields { line.add(key, value) }
        for (key, value) in fields() { line.add(key, value) }
        let dropped = output.takeDropped()
        if dropped > 0 { line.add("dropped_lines", LogValue(dropped)) }
        line.end()
        output.write(line.bytes)
    }

    /// The wall clock in RFC 3339 with milliseconds.
    private static func time() -> String {
        var clock = timespec()
        clock_gettime(CLOCK_REALTIME, &clock)
        var parts = tm()
        gmtime_r(&clock.tv_sec, &parts)
        func pad(_ value: Int, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
        }
        let date =
            "\(pad(Int(parts.tm_year) + 1_900, 4))-\(pad(Int(parts.tm_mon) + 1, 2))"
            + "-\(pad(Int(parts.tm_mday), 2))"
        let time =
            "\(pad(Int(parts.tm_hour), 2)):\(pad(Int(parts.tm_min), 2)):\(pad(Int(parts.tm_sec), 2))"
        return "\(date)T\(time).\(pad(clock.tv_nsec / 1_000_000, 3))Z"
    }
}
