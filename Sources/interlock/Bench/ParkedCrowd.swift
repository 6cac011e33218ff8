import EventLoop
import FoundationEssentials
import HTTPClient

/// Polls that stay parked: each of an account of its own, which nobody changes.
struct ParkedCrowd: Sendable {
    private let target: BenchTarget
    private let loop: EventLoop
    private let metrics: HTTPConnection
    private let account = "crowd-\(UUID().uuidString.prefix(8))"

    init(_ target: BenchTarget, on loop: EventLoop) {
        self.target = target
        self.loop = loop
        metrics = target.connection(on: loop)
    }

    /// Parks a poll for each number until cancelled: asks once, then waits for what differs from what it
    /// was told, again and again.
    func park(_ numbers: Range<Int>) async {
        await withTaskGroup { group in
            for index in numbers {
                group.addTask(executorPreference: loop) {
                    let connection = target.connection(on: loop)
                    let headers = target.headers("\(account)-\(index)", "d")
                    var etag: String?
                    while !Task.isCancelled {
                        let answer = try? await connection.request(
                            .get, BenchTarget.statePath(after: etag), headers: headers,
                            timeout: .seconds(90))
                        guard let answer else { break }
                        etag = answer.header("ETag") ?? etag
                        if ![200, 304].contains(answer.status) {
                            try? await loop.sleep(for: .milliseconds(100))
                        }
                    }
                    connection.close()
                }
                // A burst of new connections would overflow the listener's queue.
                if index % 64 == 63 { try? await loop.sleep(for: .milliseconds(20)) }
            }
        }
    }

    /// Waits until the service says that as many polls are parked, of the crowd and others.
    func waitForParked(_ wanted: Int) async throws {
        let end = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < end {
            let answer = try await metrics.request(.get, "/metrics")
            let text = String(decoding: answer.body, as: UTF8.self)
            let line = text.split(separator: "\n").first { $0.hasPrefix("interlock_parked_polls ") }
            if let line, let value = Int(line.split(separator: " ")[1]), value >= wanted { return }
            try await loop.sleep(for: .milliseconds(2))
        }
        throw CommandFailure.refused("the polls were not parked within 120 s")
    }
}
