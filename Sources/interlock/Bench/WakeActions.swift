import EventLoop
import HTTPClient
import InterlockAPI

/// Wakes a parked tablet by what a phone of the same account does, one change after the other.
struct WakeActions: Sendable {
    let target: BenchTarget
    let stage: WakeStage
    let crowd: ParkedCrowd
    /// Polls of the crowd.
    let others: Int
    /// The accounts' names begin with it.
    let run: String

    /// What was taken of each kind, since the answer to the change and since its sending.
    struct Times: Sendable {
        var sinceAnswer: [WakeKind: BenchTimes] = [:]
        var sinceSending: [WakeKind: BenchTimes] = [:]
    }

    /// Takes `count` times of each kind, of an account of its own each time.
    func measure(_ count: Int, on loop: EventLoop) async throws -> Times {
        let (acts, waits) = (target.connection(on: loop), target.connection(on: loop))
        defer {
            acts.close()
            waits.close()
        }
        var times = Times()
        for round in 0..<count {
            let account = "\(run)-action-\(round)"
            try await story(
                BenchDevice(account, "phone", target, acts),
                BenchDevice(account, "tablet", target, waits), &times)
        }
        return times
    }

    private func story(
        _ phone: BenchDevice, _ tablet: BenchDevice, _ times: inout Times
    ) async throws {
        let product = WakeStage.oneTime
        let given = try await wake(tablet, .reserve, &times) {
            try await phone.reserve(product)
        } until: {
            $0.holder(of: product)?.status == .reserved
        }
        _ = try await wake(tablet, .report, &times) {
            try await phone.report(given, ReportRequest(result: .pending, reason: .askToBuy))
        } until: {
            $0.holder(of: product)?.status == .pending
        }
        _ = try await wake(tablet, .release, &times) {
            try await phone.release(given)
        } until: {
            $0.holder(of: product) == nil
        }
        let bought = try await phone.reserve(product)
        let signed = try stage.purchase(bought)
        let result = try await wake(tablet, .settlement, &times) {
            try await phone.upload(signed)
        } until: {
            $0.entitlements.contains { $0.productID == product && $0.state == .active }
        }
        guard result.intentID == bought.id else {
            throw CommandFailure.refused("the transaction settled no intent")
        }
    }

    /// Parks the tablet, makes the change, and takes the time until the tablet knows.
    private func wake<Value: Sendable>(
        _ tablet: BenchDevice, _ kind: WakeKind, _ times: inout Times,
        by change: @Sendable () async throws -> Value,
        until isWanted: @escaping @Sendable (StateDocument) -> Bool
    ) async throws -> Value {
        let seen = try await tablet.state().etag
        async let poll = tablet.next(after: seen, until: isWanted)
        try await crowd.waitForParked(others + 1)
        let sent = BenchTimes.now
        let value = try await change()
        let answered = BenchTimes.now
        let woken = try await poll
        times.sinceAnswer[kind, default: BenchTimes()].add(woken.at - answered)
        times.sinceSending[kind, default: BenchTimes()].add(woken.at - sent)
        return value
    }
}

extension StateDocument {
    /// The open intent in the way of a product.
    func holder(of product: String) -> Holder? {
        products.first { $0.productID == product }?.holder
    }
}
