import AppStore
import AppStoreServer
import InterlockAPI
import Testing

@Suite("Notification history")
struct NotificationTests {
    private static func day(_ offset: Int64) -> StoreDate {
        StoreDate(clamping: TestClock.start.adding(seconds: offset * 86_400))
    }

    @Test(
        "pages follow the token, each with the same body, and bring what was sent and how it went")
    func pages() async throws {
        let script = Script(
            .json(
                #"{"hasMore":true,"paginationToken":"t/1","notificationHistory":["#
                    + #"{"signedPayload":"n1","sendAttempts":[{"attemptDate":1796000000000,"#
                    + #""sendAttemptResult":"TIMED_OUT"}]},{"signedPayload":"n2"}]}"#),
            .json(#"{"hasMore":false,"notificationHistory":[{"sendAttempts":[]}]}"#))
        try await Fixture.open(script.next) { fixture in
            let query = NotificationQuery(
                from: Self.day(-100), to: Self.day(0),
                .type(.didRenew, subtype: .init(rawValue: "BILLING_RECOVERY")),
                onlyFailures: true)
            var records: [NotificationPage.Record] = []
            for try await page in fixture.client.notifications(query, in: .production) {
                records += page.notifications
            }
            #expect(records.map(\.signedPayload) == ["n1", "n2", nil])
            #expect(records.first?.attempts.first?.outcome == .timedOut)
            #expect(fixture.store.seen.map(\.query) == [[], ["paginationToken=t/1"]])
            let body =
                #"{"endDate":1796040000000,"notificationSubtype":"BILLING_RECOVERY","#
                + #""notificationType":"DID_RENEW","onlyFailures":true,"startDate":1787400000000}"#
            #expect(fixture.store.seen.map(\.body) == [body, body])
        }
    }

    @Test("one customer's notifications are asked for by a transaction")
    func customer() async throws {
        try await Fixture.open({ _ in .json("{}") }) { fixture in
            let query = NotificationQuery(
                from: Self.day(-1), to: Self.day(0), .customer(transactionID: "12"))
            let page = try await fixture.client.notificationPage(query, in: .sandbox)
            #expect(page.notifications.isEmpty && !page.hasMore)
            #expect(
                fixture.store.seen.first?.body
                    == #"{"endDate":1796040000000,"startDate":1795953600000,"transactionId":"12"}"#)
        }
    }

    @Test("a start beyond the store's memory, or behind the end, is refused before it is sent")
    func bounds() async throws {
        try await Fixture.open({ _ in .json("{}") }) { fixture in
            func attempt(_ start: StoreDate, _ end: StoreDate, _ place: StoreEnvironment) async
                -> StoreServerError?
            {
                await failure { () async throws(StoreServerError) in
                    let query = NotificationQuery(from: start, to: end)
                    _ = try await fixture.client.notificationPage(query, in: place)
                }
            }
            #expect(await attempt(Self.day(-180), Self.day(0), .production) == nil)
            #expect(
                await attempt(Self.day(-181), Self.day(0), .production)?.kind == .invalidRequest)
            #expect(await attempt(Self.day(-30), Self.day(0), .sandbox) == nil)
            #expect(await attempt(Self.day(-31), Self.day(0), .sandbox)?.kind == .invalidRequest)
            #expect(await attempt(Self.day(-1), Self.day(-1), .sandbox)?.kind == .invalidRequest)
            #expect(await attempt(Self.day(0), Self.day(-1), .sandbox)?.kind == .invalidRequest)
            #expect(fixture.store.seen.count == 2)
            for (environment, days) in [(StoreEnvironment.production, Int64(180)), (.sandbox, 30)] {
                let earliest = NotificationQuery.earliestStart(
                    in: environment, now: TestClock.start)
                #expect(earliest.seconds == Self.day(-days).seconds + 3_600)
            }
        }
    }
}
