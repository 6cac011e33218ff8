import FoundationEssentials
import Telemetry
import Testing

@Suite struct LoggerTests {
    private let nasty = "a\nb\r\u{1b}[31m\u{9b}\u{2028}\u{202e}\"\\ = \u{0} é😀"

    @Test("A JSON line is one object on one line, and gives every value back")
    func json() throws {
        let output = MemoryOutput()
        Logger(output: output).with(["node": "n1"]).warning(
            "it \"happened\"\n{\"forged\":true}",
            [
                "text": .string(nasty), "count": 7, "share": 0.5, "yes": true,
                "never": .number(.infinity), "big": LogValue(UInt64.max), "k\"ey\n": 1,
            ])
        let line = output.written
        #expect(line.filter { $0.isNewline }.count == 1 && line.hasSuffix("\n"))
        #expect(!line.dropLast().unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x9B })
        struct Line: Decodable {
            var time: String, level: String, message: String, node: String, text: String
            var count: Int, share: Double, yes: Bool, never: String, big: Int64
        }
        let read = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
        #expect(read.level == "warning" && read.node == "n1")
        #expect(read.message == "it \"happened\"\n{\"forged\":true}")
        #expect(read.text == nasty)
        #expect(read.count == 7 && read.share == 0.5 && read.yes && read.never == "inf")
        #expect(read.big == .max)
        #expect(read.time.count == 24 && read.time.hasSuffix("Z"))
    }

    @Test("A human line is one line, its values quoted where they could be mistaken")
    func human() {
        let output = MemoryOutput()
        Logger(format: .human, output: output).info(
            "started\nforged",
            ["plain": "a/b-c.d", "spaced": "a level=error", "bad": .string(nasty)])
        let line = output.written
        #expect(line.filter { $0.isNewline }.count == 1)
        #expect(
            line.contains(#" info    started\nforged plain=a/b-c.d spaced="a level=error" bad=""#))
        #expect(line.contains(#""a\nb\r\u001b[31m\u009b\u2028\u202e\"\\ = \u0000 é😀""#))
    }

    @Test("Lines below the level are neither written nor built")
    func levels() {
        let output = MemoryOutput()
        let logger = Logger(level: .warning, output: output)
        var built = 0
        func text() -> String {
            built += 1
            return "x"
        }
        for level in LogLevel.allCases { logger.log(level, text()) }
        #expect(built == 2)
        #expect(output.written.split(separator: "\n").count == 2)
    }

    @Test(
        "A line stays within what a pipe takes whole, and is still JSON",
        arguments: LogFormat.allCases)
    func limits(format: LogFormat) throws {
        let output = MemoryOutput()
        let long = String(repeating: "\u{1}é", count: 5_000)
        Logger(format: format, output: output).error(
            long, ["a": .string(long), "b": .string(long), "c": .string(long), "d": "kept"])
        let line = output.written
        #expect(line.utf8.count <= 4_096)
        #expect(line.contains("cut"))
        guard format == .json else { return }
        struct Line: Decodable { var cut: Bool }
        #expect(try JSONDecoder().decode(Line.self, from: Data(line.utf8)).cut)
    }

    @Test("Lines that were dropped are counted in the next one")
    func dropped() {
        let output = MemoryOutput(dropped: 3)
        let logger = Logger(output: output)
        logger.info("first")
        logger.info("second")
        let lines = output.written.split(separator: "\n")
        #expect(lines[0].contains("\"dropped_lines\":3"))
        #expect(!lines[1].contains("dropped_lines"))
    }

    @Test(
        "A request is one line, an error only if the service failed",
        arguments: [(200, "info"), (409, "info"), (500, "error"), (503, "info")])
    func request(status: Int, level: String) throws {
        let output = MemoryOutput()
        Logger(output: output).request(
            RequestRecord(
                route: "createIntent", method: "POST", status: status,
                code: status == 200 ? nil : "locked", duration: .microseconds(1_500),
                requestID: "q1"))
        struct Line: Decodable {
            var level: String, message: String, route: String, method: String, code: String?
            var status: Int, duration_ms: Double, request_id: String
        }
        let line = try JSONDecoder().decode(Line.self, from: Data(output.written.utf8))
        #expect(line.level == level && line.message == "request" && line.method == "POST")
        #expect(line.route == "createIntent" && line.status == status)
        #expect(line.code == (status == 200 ? nil : "locked"))
        #expect(line.duration_ms == 1.5 && line.request_id == "q1")
    }
}
