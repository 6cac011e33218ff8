import EventLoop
import FoundationEssentials

/// Times the wake-up of a parked poll for each kind of change.
struct WakeBench: Sendable {
    /// Milliseconds within which 99 of 100 parked polls know of a change.
    static let goal: Int64 = 50

    private let target: BenchTarget
    private let stage: WakeStage
    private let count: Int
    private let others: Int
    private let wantsJSON: Bool

    init(_ invocation: Invocation) throws {
        target = try BenchTarget(invocation)
        stage = try WakeStage(folder: try invocation.required("--store"))
        count = Int(try invocation.integer("--count", in: 1...10_000) ?? 200)
        others = Int(try invocation.integer("--others", in: 0...15_000) ?? 1_000)
        wantsJSON = invocation.wantsJSON
    }

    func run() async throws {
        let loop = try EventLoop(name: "bench")
        try await target.check(on: loop)
        let crowd = ParkedCrowd(target, on: loop)
        let parked = Task(executorPreference: loop) { await crowd.park(0..<others) }
        let measured = Task(executorPreference: loop) { try await measure(crowd, loop) }
        let outcome = await measured.result
        parked.cancel()
        await parked.value
        await Offload.run { loop.stop() }
        try outcome.get()
    }

    private func measure(_ crowd: ParkedCrowd, _ loop: EventLoop) async throws {
        try await crowd.waitForParked(others)
        let run = "wakes-\(UUID().uuidString.prefix(8))"
        let actions = WakeActions(
            target: target, stage: stage, crowd: crowd, others: others, run: run)
        let acted = try await actions.measure(count, on: loop)
        let clock = WakeByClock(target: target, stage: stage, run: run)
        let waited = try await clock.measure(count, on: loop)
        let families = WakeFamilies(target: target, crowd: crowd, others: others, run: run)
        let moved = try await families.measure(count, on: loop)
        let times = acted.sinceAnswer.merging(waited.sinceInstant) { acted, _ in acted }
            .merging(moved.sinceAnswer) { acted, _ in acted }
        let sent = acted.sinceSending.merging(moved.sinceSending) { acted, _ in acted }
        let results = WakeKind.allCases.map {
            WakeResult(
                $0, times[$0] ?? BenchTimes(), sinceSending: sent[$0],
                goal: Self.goal)
        }
        try report(results, timers: waited.timers)
    }

    private struct Report: Encodable {
        let goal: Int64
        let others: Int
        let timersLate: Double?
        let wakes: [WakeResult]

        enum CodingKeys: String, CodingKey {
            case goal = "goal_ms"
            case timersLate = "timers_late_p99_ms"
            case others, wakes
        }
    }

    private func report(_ results: [WakeResult], timers: BenchTimes) throws {
        if wantsJSON {
            return try Output.json(
                Report(
                    goal: Self.goal, others: others, timersLate: timers.milliseconds(99),
                    wakes: results))
        }
        Output.line("milliseconds to wake a parked poll, \(others) others parked")
        Output.table(
            ["CHANGE", "COUNT", "P50", "P99", "SENT P50", "SENT P99", "GOAL P99 \(Self.goal)"],
            results.map(\.row))
        Output.line("meanwhile plain timers of this machine were late by \(timers.text)")
        let missed = results.filter { !$0.isMet }.map(\.change)
        Output.line(
            missed.isEmpty
                ? "every kind meets the goal: p99 within \(Self.goal) ms"
                : "MISSED the goal, p99 within \(Self.goal) ms: \(missed.joined(separator: ", "))")
    }
}
