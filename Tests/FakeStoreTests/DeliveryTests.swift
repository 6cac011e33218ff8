import AppStore
import Cryptography
import HTTPClient
import InterlockAPI
import StoreSigner
import TestSupport
import Testing

@testable import FakeStore

/// The schedule as a machine, and notifications on their way.
@Suite struct DeliveryTests {
    private static func log(
        _ environment: String = "Production", speed: Int64 = 1, count: Int? = nil,
        seed: UInt64 = 1, _ change: (inout DeliveryRules) -> Void = { _ in }
    ) -> NotificationLog {
        var rules = DeliveryRules(environment: environment, speed: speed, count: count)
        change(&rules)
        return NotificationLog(rules: rules, hasReceiver: true, seed: seed)
    }

    private static func notification(_ number: Int) -> SentNotification {
        SentNotification(
            number: number, id: "n\(number)", kind: "TEST", subtype: nil, signedDate: openingTime,
            transactionIDs: [], signedPayload: "payload \(number)")
    }

    /// The times of all attempts when each fails, in hours after the first.
    private static func attempts(_ log: NotificationLog) -> [Double] {
        var (log, times) = (log, [Double]())
        log.add(notification(0), at: openingTime)
        while let due = log.nextDue, times.count < 20 {
            guard let delivery = log.takeDue(at: due) else { break }
            let more = log.takeDue(at: due)
            #expect(more == nil)
            times.append(Double(due - openingTime) / 3_600_000)
            log.record(.badStatus, of: delivery, at: due)
        }
        return times
    }

    @Test func `five attempts follow the first, each wait after the last; then it ends`() {
        #expect(Self.attempts(Self.log()) == [0, 1, 13, 37, 85, 157])
        #expect(Self.attempts(Self.log(speed: 3_600)).last == 157.0 / 3_600)
        #expect(Self.attempts(Self.log("Sandbox")) == [0])
        #expect(Self.attempts(Self.log("Sandbox", count: 2)) == [0, 1, 13])
    }

    @Test func `a success ends it, and both stand in the history`() throws {
        var log = Self.log()
        log.add(Self.notification(0), at: openingTime)
        let taken = log.takeDue(at: openingTime)
        let first = try #require(taken)
        log.record(.timedOut, of: first, at: openingTime)
        let again = log.takeDue(at: openingTime + 3_600_000)
        let second = try #require(again)
        #expect(second.signedPayload == first.signedPayload)
        log.record(.success, of: second, at: openingTime + 3_600_000)
        #expect(log.nextDue == nil)
        let item = log.entries[0].historyItem.object
        #expect(item?["firstSendAttemptResult"] == "TIMED_OUT")
        let results = item?["sendAttempts"]?.array?.compactMap { $0.object?["sendAttemptResult"] }
        #expect(results == ["TIMED_OUT", "SUCCESS"])
        #expect(!log.entries[0].hasFailed)
    }

    @Test(arguments: [
        (200, true), (206, true), (207, false), (204, true), (301, false), (503, false),
    ])
    func `200 to 206 is a success`(status: Int, isSuccess: Bool) {
        #expect((SendAttempt.Result(status: status) == .success) == isSuccess)
    }

    @Test func `it sends to plain HTTP, wherever that is written well`() {
        let targets: [(String, Courier.Target?)] = [
            ("http://a/b/c", .init(host: "a", port: 80, path: "/b/c")),
            ("http://127.0.0.1:81", .init(host: "127.0.0.1", port: 81, path: "/")),
            ("http://[::1]:82/x?y=1", .init(host: "::1", port: 82, path: "/x?y=1")),
            ("http://[::1]/x", .init(host: "::1", port: 80, path: "/x")),
            ("https://a/b", nil), ("http://", nil), ("http://:80/", nil), ("http://a:b/", nil),
            ("http://u@a/", nil), ("http://a/b c", nil), ("http://a:99999/", nil), ("", nil),
        ]
        for (url, target) in targets { #expect(Courier.Target(url) == target, "\(url)") }
    }

    @Test func `duplicates and another order come as the seed says`() {
        let seed = Seed.make().value
        func order(_ seed: UInt64) -> [String] {
            var log = Self.log(seed: seed) {
                $0.duplicateOneIn = 3
                $0.reorderOneIn = 3
                $0.holdBack = 50
            }
            for number in 0..<100 {
                log.add(Self.notification(number), at: openingTime + Int64(number))
            }
            var order: [String] = []
            while let delivery = log.takeDue(at: openingTime + 1_000) {
                order.append(delivery.signedPayload)
                log.record(.success, of: delivery, at: openingTime + 1_000)
            }
            return order
        }
        let first = order(seed)
        #expect(first == order(seed))
        #expect(Set(first).count == 100)
        #expect(first.count > 100)
        #expect(first != first.sorted { Int($0.dropFirst(8)) ?? 0 < Int($1.dropFirst(8)) ?? 0 })
    }

    @Test func `a duplicate is never tried again, and what is paused waits`() throws {
        var log = Self.log { $0.duplicateOneIn = 1 }
        log.add(Self.notification(0), at: openingTime)
        let taken = log.takeDue(at: openingTime)
        let first = try #require(taken)
        log.record(.success, of: first, at: openingTime)
        log.rules.isPaused = true
        #expect(log.nextDue == nil)
        let held = log.takeDue(at: openingTime + testDay)
        #expect(held == nil)
        log.rules.isPaused = false
        let again = log.takeDue(at: openingTime + testDay)
        let second = try #require(again)
        log.record(.badStatus, of: second, at: openingTime + testDay)
        #expect(log.nextDue == nil)
    }

    @Test func `the oldest are forgotten first`() {
        var log = Self.log { $0.memory = 3 }
        for number in 0..<5 { log.add(Self.notification(number), at: openingTime) }
        #expect(log.entries.map(\.number) == [2, 3, 4])
        var sent: [Int] = []
        while let delivery = log.takeDue(at: openingTime) { sent.append(delivery.number) }
        #expect(sent == [2, 3, 4])
    }

    @Test func `it sends what the verifier takes, again after a failure, with the same content`()
        async throws
    {
        try await Receiver.with(statuses: [500, 200]) { receiver in
            try await StoreFixture.with(
                notifyURL: receiver.url,
                configure: { $0.delivery = DeliveryRules(environment: "Sandbox", count: 5) }
            ) { fixture in
                let id = try fixture.buy("pro_monthly")
                let first = try await receiver.next()
                try await eventually("the failure is in the history") {
                    fixture.desk.with { $0.log.entries[0].hasFailed }
                }
                let due = try #require(fixture.desk.nextDue)
                #expect((3_600_000...3_600_010).contains(due - fixture.clock.now))
                fixture.clock.move(by: due - fixture.clock.now)
                fixture.desk.changed()
                let second = try await receiver.next()
                #expect(first == second)
                let notification = try fixture.verifier.notification(second)
                #expect(notification.kind == .subscribed)
                #expect(notification.transaction?.transactionID == id)
                #expect(notification.renewalInfo?.originalTransactionID == id)
                try await eventually("the success is in the history") {
                    fixture.desk.with { $0.log.entries[0].hasSucceeded }
                }
                #expect(fixture.desk.with { $0.log.nextDue } == nil)
            }
        }
    }

    @Test func `what the clock brings about is sent without anybody's act`() async throws {
        try await Receiver.with(statuses: []) { receiver in
            try await StoreFixture.with(notifyURL: receiver.url) { fixture in
                try fixture.buy("news_weekly")
                _ = try await receiver.next()
                _ = try await fixture.control("tick")
                let renewed = try fixture.verifier.notification(try await receiver.next())
                #expect(renewed.kind == .didRenew)
            }
        }
    }

    @Test func `nobody there is a failure in the history, found by asking for failures`()
        async throws
    {
        try await StoreFixture.with(notifyURL: "http://127.0.0.1:1/notify") { fixture in
            let id = try fixture.buy("coins")
            try await eventually("the attempt failed") {
                fixture.desk.with { $0.log.entries[0].hasFailed }
            }
            let body: JSONValue = [
                "startDate": .integer(openingTime), "endDate": .integer(openingTime + 1_000),
                "onlyFailures": true, "transactionId": .string(id),
            ]
            let (_, document, _) = try await fixture.call(
                .post, "/inApps/v1/notifications/history", body)
            let item = try #require(document["notificationHistory"]?.array?.first?.object)
            #expect(item["firstSendAttemptResult"] == "SOCKET_ISSUE")
            let jws = try #require(item["signedPayload"]?.string)
            #expect(try fixture.verifier.notification(jws).transaction?.transactionID == id)
        }
    }
}
