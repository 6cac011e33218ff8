// TelemetryTests: lines that no value can forge, an output that never holds its caller, numbers in the text that
// Prometheus reads.
import Synchronization
import Telemetry

/// Keeps lines in memory.
final class MemoryOutput: LogOutput {
    private let text = Mutex<[UInt8]>([])
    private let dropped: Mutex<Int>

    init(dropped: Int = 0) { self.dropped = Mutex(dropped) }

    func write(_ line: [UInt8]) { text.withLock { $0 += line } }

    func takeDropped() -> Int {
        dropped.withLock { count in
            defer { count = 0 }
            return count
        }
    }

    var written: String { text.withLock { String(decoding: $0, as: UTF8.self) } }
}
