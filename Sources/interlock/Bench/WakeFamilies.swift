import EventLoop
import HTTPClient
import InterlockAPI

/// Wakes the devices of three accounts by what happens to their group, each change in a group of its own.
struct WakeFamilies: Sendable {
    let target: BenchTarget
    let crowd: ParkedCrowd
    /// Polls of the crowd.
    let others: Int
    /// The accounts' names begin with it.
    let run: String

    /// Takes `count` times of each kind.
    func measure(_ count: Int, on loop: EventLoop) async throws -> WakeActions.Times {
        let acts = target.connection(on: loop)
        let waits = (0..<3).map { _ in target.connection(on: loop) }
        defer { for connection in waits + [acts] { connection.close() } }
        var times = WakeActions.Times()
        for round in 0..<count {
            let names = (0..<3).map { "\(run)-family-\(round)-\($0)" }
            let members = zip(names, waits).map { BenchDevice($0, "phone", target, $1) }
            try await story(names, members, BenchBackend(target, acts), &times)
        }
        return times
    }

    private func story(
        _ names: [String], _ members: [BenchDevice], _ backend: BenchBackend,
        _ times: inout WakeActions.Times
    ) async throws {
        let group = try await backend.makeGroup()
        try await backend.put(names[0], .organizer, in: group)
        try await backend.put(names[1], .adult, in: group)
        try await wake(members, .join, &times) {
            try await backend.put(names[2], .child, in: group)
        }
        try await wake(members, .removal, &times) {
            try await backend.remove(names[2], from: group)
        }
        try await backend.put(names[2], .child, in: group)
        try await wake(members, .leave, &times) {
            try await backend.remove(names[2], from: group, as: names[2])
        }
        try await backend.put(names[2], .child, in: group)
        try await wake(members, .dissolution, &times) { try await backend.dissolve(group) }
    }

    /// Parks the three, makes the change, and takes the time until the last of them knows.
    private func wake(
        _ devices: [BenchDevice], _ kind: WakeKind, _ times: inout WakeActions.Times,
        by change: @Sendable () async throws -> Void
    ) async throws {
        var polls: [Task<BenchDevice.Woken, any Error>] = []
        for device in devices {
            let seen = try await device.state()
            polls.append(
                Task { try await device.next(after: seen.etag) })
        }
        try await crowd.waitForParked(others + devices.count)
        let sent = BenchTimes.now
        try await change()
        let answered = BenchTimes.now
        var last: Int64 = 0
        for poll in polls { last = max(last, try await poll.value.at) }
        times.sinceAnswer[kind, default: BenchTimes()].add(last - answered)
        times.sinceSending[kind, default: BenchTimes()].add(last - sent)
    }
}
