import EventLoop
import HTTPClient
import InterlockAPI

/// Wakes parked tablets by the clock alone: a deadline passes, a subscription ends, nobody acts.
struct WakeByClock: Sendable {
    /// Microseconds from one account's beginning to the next one's, so that they end one by one too.
    private static let pace: Int64 = 25_000
    /// A poll that came later than so many microseconds before the instant may not have been parked.
    private static let parking: Int64 = 200_000

    let target: BenchTarget
    let stage: WakeStage
    /// The accounts' names begin with it.
    let run: String

    /// What was taken of each kind, and how late plain timers of this process were meanwhile: no wake-up by
    /// the clock on this machine can be quicker.
    struct Times: Sendable {
        var sinceInstant: [WakeKind: BenchTimes] = [:]
        var timers = BenchTimes()
    }

    /// Takes `count` times of each kind, of an account of its own each time.
    func measure(_ count: Int, on loop: EventLoop) async throws -> Times {
        try await withThrowingTaskGroup(of: (WakeKind, Int64?).self) { group in
            var times = Times()
            for index in 0..<count {
                group.addTask(executorPreference: loop) {
                    (.deadline, try await deadline("\(run)-deadline-\(index)", loop))
                }
                try await pause(&times.timers, loop)
                group.addTask(executorPreference: loop) {
                    (.expiry, try await expiry("\(run)-expiry-\(index)", loop))
                }
                try await pause(&times.timers, loop)
            }
            for try await (kind, time) in group {
                if let time { times.sinceInstant[kind, default: BenchTimes()].add(time) }
            }
            return times
        }
    }

    private func pause(_ timers: inout BenchTimes, _ loop: EventLoop) async throws {
        let due = BenchTimes.now + Self.pace
        try await loop.sleep(for: .microseconds(Self.pace))
        timers.add(BenchTimes.now - due)
    }

    private func deadline(_ account: String, _ loop: EventLoop) async throws -> Int64? {
        let connection = target.connection(on: loop)
        defer { connection.close() }
        let phone = BenchDevice(account, "phone", target, connection)
        let intent = try await phone.reserve(WakeStage.oneTime)
        guard let end = intent.expiresAt?.microseconds else { return nil }
        let tablet = BenchDevice(account, "tablet", target, connection)
        return try await wait(tablet, end) { $0.holder(of: WakeStage.oneTime) == nil }
    }

    private func expiry(_ account: String, _ loop: EventLoop) async throws -> Int64? {
        let connection = target.connection(on: loop)
        defer { connection.close() }
        let end = BenchTimes.now / 1_000 + WakeStage.milliseconds
        let phone = BenchDevice(account, "phone", target, connection)
        _ = try await phone.upload(try stage.subscription(account, until: end))
        let tablet = BenchDevice(account, "tablet", target, connection)
        return try await wait(tablet, end * 1_000) { state in
            !state.entitlements.contains { $0.state == .active }
        }
    }

    /// Parks until the state is as wanted; gives the time from the instant on, nil when it came too soon to
    /// park before.
    private func wait(
        _ tablet: BenchDevice, _ instant: Int64,
        until isWanted: @Sendable (StateDocument) -> Bool
    ) async throws -> Int64? {
        let state = try await tablet.state()
        guard !isWanted(state), BenchTimes.now + Self.parking < instant else { return nil }
        return try await tablet.next(after: state.etag, until: isWanted).at - instant
    }
}
