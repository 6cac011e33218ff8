import InterlockAPI
import Synchronization
import TestSupport
import Testing

@testable import AppStoreServer

@Suite("Limits")
struct LimitTests {
    @Test("a second's worth goes at once, then one an interval; a rest fills the bucket again")
    func bucket() {
        var limit = CallLimit(interval: .milliseconds(100), burst: 3)
        let wait = Duration.seconds(10)
        for _ in 0..<3 { #expect(limit.reserve(at: .zero, patience: wait) == .at(.zero)) }
        #expect(limit.reserve(at: .zero, patience: wait) == .at(.milliseconds(100)))
        #expect(limit.reserve(at: .milliseconds(50), patience: wait) == .at(.milliseconds(200)))
        for _ in 0..<3 {
            #expect(limit.reserve(at: .seconds(9), patience: wait) == .at(.seconds(9)))
        }
        #expect(limit.reserve(at: .seconds(9), patience: wait) == .at(.milliseconds(9_100)))
    }

    @Test("a place beyond the patience is refused and costs nothing")
    func patience() {
        var limit = CallLimit(interval: .seconds(10), burst: 1)
        #expect(limit.reserve(at: .zero, patience: .zero) == .at(.zero))
        let before = limit
        #expect(
            limit.reserve(at: .seconds(1), patience: .seconds(8)) == .refused(wait: .seconds(9)))
        #expect(
            limit.reserve(at: .seconds(1), patience: .seconds(-1)) == .refused(wait: .seconds(9)))
        #expect(limit == before)
        #expect(limit.reserve(at: .seconds(1), patience: .seconds(9)) == .at(.seconds(10)))
    }

    @Test("after a block one goes at its end, the next ones without a burst")
    func block() {
        var limit = CallLimit(interval: .milliseconds(20), burst: 50)
        limit.block(until: .seconds(60))
        limit.block(until: .seconds(30))
        #expect(limit.blockedUntil == .seconds(60))
        #expect(
            limit.reserve(at: .seconds(1), patience: .seconds(58)) == .refused(wait: .seconds(59)))
        #expect(limit.reserve(at: .seconds(1), patience: .seconds(60)) == .at(.seconds(60)))
        #expect(
            limit.reserve(at: .seconds(60), patience: .seconds(1)) == .at(.milliseconds(60_020)))
    }

    @Test("a place that was given before a block is given up, and waited for again")
    func blockedWhileWaiting() async throws {
        let clock = TestClock()
        let limits = Mutex<CallLimits?>(nil)
        var watched = clock.clock
        watched.sleep = { (duration) async throws(CancellationError) in
            // The first one to wait learns of a 429 when it is to go.
            if clock.waits.isEmpty {
                let until = clock.now.adding(.seconds(20))
                limits.withLock { $0?.block(.testNotificationStatus, until: until) }
            }
            try await clock.clock.sleep(duration)
        }
        let made = CallLimits(in: .sandbox, share: 100, clock: watched)
        limits.withLock { $0 = made }
        try await made.admit(.testNotificationStatus, patience: .seconds(30))
        try await made.admit(.testNotificationStatus, patience: .seconds(30))
        #expect(clock.waits == [.seconds(10), .seconds(10)])
        #expect(!made.isBlocked(.testNotificationStatus))
        limits.withLock { $0 = nil }
    }

    @Test("no second, and no hour, holds more requests than it may")
    func neverTooMany() {
        let seed = Seed.make()
        for round in 0..<40 {
            var random = seed.generator(stream: UInt64(round))
            let interval = Duration.milliseconds(Int.random(in: 1...2_000, using: &random))
            let burst = Int.random(in: 1...60, using: &random)
            var limit = CallLimit(interval: interval, burst: burst)
            var (now, places) = (Duration.zero, [Duration]())
            for _ in 0..<500 {
                now += .milliseconds(Int.random(in: 0...40, using: &random))
                if Int.random(in: 0..<100, using: &random) == 0 {
                    limit.block(until: now + .milliseconds(Int.random(in: 0...500, using: &random)))
                }
                let place = limit.reserve(at: now, patience: .seconds(3))
                if case .at(let time) = place { places.append(time) }
            }
            #expect(places == places.sorted(), "\(seed)")
            for first in places.indices {
                for last in stride(from: first, to: places.count, by: 7) {
                    let allowed = (places[last] - places[first]) / interval + Double(burst)
                    #expect(Double(last - first + 1) <= allowed + 0.000_1, "\(seed)")
                }
            }
        }
    }

    @Test("the sandbox has a tenth, a share its part")
    func table() {
        typealias Call = StoreCall
        let table: [(Call, Duration, Int, Duration, Int)] = [
            (.transactionHistory, .milliseconds(20), 50, .milliseconds(200), 5),
            (.transactionInfo, .milliseconds(20), 50, .milliseconds(200), 5),
            (.subscriptionStatuses, .milliseconds(20), 50, .milliseconds(200), 5),
            (.notificationHistory, .milliseconds(20), 50, .milliseconds(200), 5),
            (.setAppAccountToken, .milliseconds(50), 20, .milliseconds(500), 2),
            (.requestTestNotification, .seconds(1), 1, .seconds(10), 1),
            (.testNotificationStatus, .seconds(1), 1, .seconds(10), 1),
        ]
        #expect(Set(table.map(\.0)) == Set(Call.allCases))
        for (call, interval, burst, sandboxInterval, sandboxBurst) in table {
            #expect(
                call.limit(in: .production, share: 100)
                    == CallLimit(interval: interval, burst: burst))
            #expect(
                call.limit(in: .sandbox, share: 500)
                    == CallLimit(interval: sandboxInterval, burst: sandboxBurst))
        }
        #expect(
            Call.transactionInfo.limit(in: .production, share: 10)
                == CallLimit(interval: .milliseconds(200), burst: 5))
        #expect(
            Call.requestTestNotification.limit(in: .sandbox, share: 0)
                == CallLimit(interval: .seconds(1_000), burst: 1))
    }
}
