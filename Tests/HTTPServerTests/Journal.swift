import HTTPServer
import Synchronization

/// Collects the summaries of finished requests.
final class Journal: Sendable {
    private let entries = Mutex<[HTTPRequestSummary]>([])
    private let signal = Signal()

    var all: [HTTPRequestSummary] { entries.withLock { $0 } }

    func add(_ summary: HTTPRequestSummary) {
        entries.withLock { $0.append(summary) }
        signal.send()
    }

    func waitFor(_ count: Int) async -> Bool { await signal.wait(for: count) }
}
