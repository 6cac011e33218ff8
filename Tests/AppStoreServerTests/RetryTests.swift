import InterlockAPI
import TestSupport
import Testing

@testable import AppStoreServer

@Suite("Retries")
struct RetryTests {
    @Test(
        "Retry-After is UNIX time in milliseconds, a small number seconds; nothing else counts",
        arguments: [
            ("1796040090000", 90), (" 1796040090000 ", 90), ("1796040090", 90), ("30", 30),
            ("0", 1), ("1796039000000", 1), ("86400", 3_600), ("1796999999999", 3_600),
            ("4102444800000", 3_600), ("100000", 60), ("-5", 60), ("soon", 60), ("", 60),
            ("99999999999999999999", 60), ("9223372036854775807", 60), ("1.5", 60),
            ("Mon, 30 Nov 2026 12:01:30 GMT", 60),
        ])
    func retryAfter(field: String, seconds: Int64) {
        let now = TestClock.start
        #expect(
            RetryAfter.time(field, now: now, fallback: .seconds(60))
                == now.adding(seconds: seconds))
    }

    @Test("without Retry-After the configured time counts")
    func absent() {
        let now = TestClock.start
        #expect(RetryAfter.time(nil, now: now, fallback: .seconds(7)) == now.adding(seconds: 7))
    }

    @Test("pauses double from the first bound to the last, half of each by chance")
    func pauses() {
        let pause = RetryPause(bounds: .milliseconds(200)...(.seconds(5)))
        let expected = [200, 400, 800, 1_600, 3_200, 5_000, 5_000]
        for (failures, bound) in zip(1..., expected) {
            let whole = Duration.milliseconds(bound)
            #expect(pause.after(failures: failures, random: 0) == whole / 2)
            #expect(pause.after(failures: failures, random: 0.5) == whole * 3 / 4)
            #expect(pause.after(failures: failures, random: 0.999) < whole)
        }
        #expect(pause.after(failures: .max, random: 0) == .milliseconds(2_500))
    }

    @Test("what may succeed later is sent again with pauses, to a bound; what can't is sent once")
    func attempts() async throws {
        let table: [(StandIn.Reply, Int)] = [
            (.answer(500, ""), 4), (.answer(503, "<html>"), 4), (.answer(408, ""), 4),
            (.failure(404, code: 4_040_002), 4), (.failure(404, code: 4_040_004), 4),
            (.failure(404, code: 4_040_006), 4), (.failure(500, code: 5_000_000), 4),
            (.failure(500, code: 5_000_001), 4), (.failure(404, code: 4_040_010), 1),
            (.failure(400, code: 4_000_006), 1), (.answer(401, ""), 1), (.answer(404, "no"), 1),
            (.answer(302, ""), 1), (.json("garbage"), 1),
        ]
        for (reply, count) in table {
            try await Fixture.open({ _ in reply }) { fixture in
                _ = await failure { () async throws(StoreServerError) in
                    _ = try await fixture.client.transaction("1", in: .production)
                }
                #expect(fixture.store.seen.count == count, "\(reply)")
                let waits = [187_500, 375_000, 750_000].map { Duration.microseconds($0) }
                #expect(fixture.clock.waits == Array(waits.prefix(count - 1)), "\(reply)")
            }
        }
    }

    @Test("an answer after failures is an answer")
    func recovery() async throws {
        let script = Script(
            .answer(503, ""), .failure(404, code: 4_040_002),
            .json(#"{"signedTransactionInfo":"a.b.c"}"#))
        try await Fixture.open(script.next) { fixture in
            let answer = try await fixture.client.transaction("1", in: .production)
            #expect(answer == "a.b.c")
            #expect(fixture.store.seen.count == 3)
        }
    }

    @Test("a test notification is never asked for twice on a doubt")
    func unrepeatable() async throws {
        try await Fixture.open({ _ in .answer(503, "") }) { fixture in
            let error = await failure { () async throws(StoreServerError) in
                _ = try await fixture.client.requestTestNotification(in: .production)
            }
            #expect(error?.kind == .unavailable)
            #expect(fixture.store.seen.count == 1)
        }
    }
}
