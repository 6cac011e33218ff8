import Glibc
import Telemetry
import Testing

@Suite struct DescriptorOutputTests {
    /// Makes a pipe and gives it to `body`; closes it afterwards.
    private func withPipe(_ body: (_ reader: Int32, _ writer: Int32) throws -> Void) throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer {
            close(ends[0])
            close(ends[1])
        }
        try body(ends[0], ends[1])
    }

    private func readAvailable(_ descriptor: Int32) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        let count = read(descriptor, &buffer, buffer.count)
        return Array(buffer.prefix(max(0, count)))
    }

    @Test("A line arrives as it is, by one write")
    func arrives() throws {
        try withPipe { reader, writer in
            let output = DescriptorOutput(descriptor: writer)
            output.write(Array("one\n".utf8))
            #expect(readAvailable(reader) == Array("one\n".utf8))
            #expect(output.takeDropped() == 0)
        }
    }

    @Test("A reader that doesn't read holds the writer once, briefly; what is lost is counted")
    func stuckReader() throws {
        try withPipe { reader, writer in
            let output = DescriptorOutput(descriptor: writer)
            let line = [UInt8](repeating: UInt8(ascii: "x"), count: 4_095) + [UInt8(ascii: "\n")]
            let start = ContinuousClock.now
            let lines = 2_000
            for _ in 0..<lines { output.write(line) }
            // Every line waiting its 20 ms would take 40 s.
            #expect(ContinuousClock.now - start < .seconds(10))
            #expect(output.takeDropped() == 0, "still stuck: the count is kept")
            var arrived = 0
            while true {
                arrived += readAvailable(reader).count / line.count
                var poll = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
                if Glibc.poll(&poll, 1, 0) == 0 { break }
            }
            #expect(arrived > 0 && arrived < lines)
            #expect(output.takeDropped() == lines - arrived)
            output.write(line)
            #expect(readAvailable(reader) == line)
        }
    }
}
