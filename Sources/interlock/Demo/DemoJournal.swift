import Synchronization

/// Tells the story as it happens, and keeps its steps for who wants them as a document.
final class DemoJournal: Sendable {
    private struct Step: Encodable {
        let milliseconds: Int64
        let device: String
        let text: String

        enum CodingKeys: String, CodingKey {
            case device, text
            case milliseconds = "at_ms"
        }
    }

    private struct Story: Encodable { let steps: [Step] }

    private let start = ContinuousClock.now
    private let steps = Mutex<[Step]>([])

    /// Tells a step of a device.
    func tell(_ device: String, _ text: String) {
        let elapsed = Self.milliseconds(ContinuousClock.now - start)
        steps.withLock { $0.append(Step(milliseconds: elapsed, device: device, text: text)) }
        let time = String(repeating: " ", count: max(0, 6 - "\(elapsed)".count)) + "\(elapsed)"
        let name = device + String(repeating: " ", count: max(0, 8 - device.count))
        let shown = Output.isTerminal ? "\u{1b}[1m\(name)\u{1b}[0m" : name
        Output.line("\(time)  \(shown)  \(text)")
    }

    /// The steps so far.
    var document: some Encodable { Story(steps: steps.withLock { $0 }) }

    static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }
}
