import AppStoreServer
import InterlockAPI
import Testing

@Suite("Rate limits")
struct RateTests {
    private static let answer = StandIn.Reply.json(
        #"{"bundleId":"com.example.app","signedTransactionInfo":"a"}"#)
    private static func limited(_ field: String?) -> StandIn.Reply {
        .failure(429, code: 4_290_000, field.map { [("Retry-After", $0)] } ?? [])
    }

    @Test("a near Retry-After is waited for, in milliseconds of UNIX time and in seconds")
    func nearRetryAfter() async throws {
        let time = "\(TestClock.start.milliseconds + 9_000)"
        for field in [time, "9"] {
            let script = Script(Self.limited(field), Self.answer)
            try await Fixture.open(script.next) { fixture in
                let answer = try await fixture.client.transaction("1", in: .production)
                #expect(answer == "a")
                #expect(fixture.clock.waits == [.seconds(9)])
                #expect(fixture.store.seen.count == 2)
            }
        }
    }

    @Test("a far one is thrown at once, and nothing of that call is sent before it is over")
    func farRetryAfter() async throws {
        let until = TestClock.start.adding(seconds: 600)
        let script = Script(Self.limited("\(until.milliseconds)"), Self.answer)
        try await Fixture.open(script.next) { fixture in
            let client = fixture.client
            func attempt() async -> StoreServerError? {
                await failure { () async throws(StoreServerError) in
                    _ = try await client.transaction("1", in: .production)
                }
            }
            let first = await attempt()
            #expect(first?.kind == .rateLimited(until: until))
            #expect(first?.status == 429 && first?.code == .rateLimitExceeded)
            fixture.clock.advance(by: .seconds(500))
            let held = await attempt()
            #expect(held?.kind == .rateLimited(until: until) && held?.status == nil)
            #expect(fixture.store.seen.count == 1)
            // Other calls, and the other environment, go on.
            _ = try await client.historyPage(of: "1", in: .production)
            _ = try await client.transaction("1", in: .sandbox)
            #expect(fixture.store.seen.count == 3)
            fixture.clock.advance(by: .seconds(90))
            #expect(await attempt() == nil)
            #expect(fixture.clock.waits == [.seconds(10)])
        }
    }

    @Test("without Retry-After the default counts, and attempts are bounded")
    func defaultRetryAfter() async throws {
        try await Fixture.open({ _ in Self.limited(nil) }) { fixture in
            let error = await failure { () async throws(StoreServerError) in
                _ = try await fixture.client.transaction("1", in: .production)
            }
            #expect(error?.kind == .rateLimited(until: TestClock.start.adding(seconds: 60)))
        }
        try await Fixture.open({ _ in Self.limited("5") }) { fixture in
            let error = await failure { () async throws(StoreServerError) in
                _ = try await fixture.client.transaction("1", in: .production)
            }
            #expect(error?.kind == .rateLimited(until: fixture.clock.now.adding(seconds: 5)))
            #expect(fixture.store.seen.count == 4)
            #expect(fixture.clock.waits == [.seconds(5), .seconds(5), .seconds(5)])
        }
    }

    @Test("a burst beyond the limit is spread, and beyond the patience refused")
    func spread() async throws {
        try await Fixture.open({ _ in Self.answer }) { fixture in
            for _ in 0..<7 { _ = try await fixture.client.transaction("1", in: .sandbox) }
            #expect(fixture.clock.waits == [.milliseconds(200), .milliseconds(200)])
            let client = fixture.client
            func status() async -> StoreServerError? {
                await failure { () async throws(StoreServerError) in
                    _ = try await client.testNotification("t", in: .sandbox)
                }
            }
            #expect(await status() == nil)
            #expect(await status() == nil)
            #expect(fixture.clock.waits.last == .seconds(10))
        }
        try await Fixture.open({ _ in Self.answer }, { $0.patience = .seconds(9) }) { fixture in
            _ = try await fixture.client.testNotification("t", in: .sandbox)
            let error = await failure { () async throws(StoreServerError) in
                _ = try await fixture.client.testNotification("t", in: .sandbox)
            }
            #expect(error?.kind == .rateLimited(until: TestClock.start.adding(seconds: 10)))
            #expect(error?.isRetryable == true)
            #expect(fixture.store.seen.count == 1)
        }
    }

    @Test("a 429 also stops the call that has its place and waits for a connection")
    func stopsWaiting() async throws {
        try await Fixture.open(
            { _ in .hang },
            {
                $0.connectionLimit = 1
                $0.patience = .zero
            }
        ) { fixture in
            let client = fixture.client
            await withTaskGroup(of: StoreServerError?.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        await failure { () async throws(StoreServerError) in
                            _ = try await client.transaction("1", in: .production)
                        }
                    }
                }
                try? await fixture.store.arrival()
                fixture.store.answer(Self.limited("9"))
                let until = TestClock.start.adding(seconds: 9)
                for await error in group { #expect(error?.kind == .rateLimited(until: until)) }
            }
            #expect(fixture.store.seen.count == 1)
        }
    }
}
