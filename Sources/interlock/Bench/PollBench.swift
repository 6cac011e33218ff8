import EventLoop
import FoundationEssentials
import InterlockAPI

/// Parks polls against a running service and measures what they cost and how fast they wake.
struct PollBench: Sendable {
    /// Bytes of a parked poll, and milliseconds from the answer to a change to the wake-up it causes.
    private static let goals = (bytes: 4_096, milliseconds: Int64(5))

    private let target: BenchTarget
    private let product: String
    private let count: Int
    private let devices: Int
    private let rounds: Int
    private let process: Int64?
    private let account = "bench-\(UUID().uuidString.prefix(8))"

    init(_ invocation: Invocation) throws {
        target = try BenchTarget(invocation)
        product = try invocation.required("--product")
        count = Int(try invocation.integer("--count", in: 0...15_000) ?? 8_000)
        devices = Int(try invocation.integer("--devices", in: 1...32) ?? 8)
        rounds = Int(try invocation.integer("--rounds", in: 1...10_000) ?? 100)
        process = try invocation.integer("--pid", in: 1...Int64(Int32.max))
    }

    func run() async throws {
        let loop = try EventLoop(name: "bench")
        try await target.check(on: loop)
        let crowd = ParkedCrowd(target, on: loop)
        // The first thousand warm up what is there once: pools, plans, caches.
        let first = min(count, 1_000)
        let parked = Task(executorPreference: loop) { await crowd.park(0..<first) }
        try await crowd.waitForParked(first)
        try await loop.sleep(for: .seconds(12))
        let before = memory()
        let rest = Task(executorPreference: loop) { await crowd.park(first..<count) }
        try await crowd.waitForParked(count)
        // The service gives free heap back every ten seconds.
        try await loop.sleep(for: .seconds(12))
        if let before, let after = memory(), count > first {
            let bytes = (after - before) / (count - first)
            let verdict = bytes <= Self.goals.bytes ? "met" : "MISSED"
            Output.line("parked polls: \(count)")
            Output.line("bytes per parked poll: \(bytes) (goal \(Self.goals.bytes): \(verdict))")
        }
        try await wake(crowd, on: loop)
        parked.cancel()
        rest.cancel()
        await parked.value
        await rest.value
        await Offload.run { loop.stop() }
    }

    /// Reserves and cancels in turns.
    private func wake(_ crowd: ParkedCrowd, on loop: EventLoop) async throws {
        let actor = BenchDevice(account, "actor", target, target.connection(on: loop))
        let watchers = (0..<devices).map {
            BenchDevice(account, "w\($0)", target, target.connection(on: loop))
        }
        var seen: [String] = []
        for watcher in watchers { seen.append(try await watcher.state().etag) }
        var (sinceSending, sinceAnswer) = (BenchTimes(), BenchTimes())
        var intent: Intent?
        for _ in 0..<rounds {
            let polls = zip(watchers, seen).map { watcher, etag in
                Task(executorPreference: loop) { try await watcher.next(after: etag) }
            }
            try await crowd.waitForParked(count + devices)
            let sent = BenchTimes.now
            if let held = intent {
                _ = try await actor.report(held, ReportRequest(result: .cancelled))
                intent = nil
            } else {
                intent = try await actor.reserve(product)
            }
            let answered = BenchTimes.now
            for (device, poll) in polls.enumerated() {
                let woken = try await poll.value
                seen[device] = woken.etag
                sinceSending.add(woken.at - sent)
                sinceAnswer.add(woken.at - answered)
            }
        }
        let goal = Self.goals.milliseconds
        let verdict = sinceAnswer.meets(goal: goal) ? "met" : "MISSED"
        Output.line("wake-ups: \(sinceSending.count), of \(devices) devices at a time")
        Output.line("from the change's sending: \(sinceSending.text)")
        Output.line(
            "from the answer to the change: \(sinceAnswer.text) (goal p99 \(goal) ms: \(verdict))")
    }

    private func memory() -> Int? {
        guard let process,
            let text = try? String(
                contentsOf: URL(filePath: "/proc/\(process)/status"), encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
            let kilobytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) })
        else { return nil }
        return kilobytes * 1_024
    }
}
