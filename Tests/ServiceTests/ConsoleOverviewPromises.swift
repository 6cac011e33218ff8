import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import TestSupport
import Testing

@testable import Service

@Suite("What the console counts, and calls stuck")
struct ConsoleOverviewPromises {
    @Test func `devices that wait are counted on all nodes, and samples are kept for the chart`()
        async throws
    {
        try await ServiceFixture.with(configure: { $0.sampleInterval = .milliseconds(20) }) {
            fixture in
            let phone = try fixture.device("ann", "phone")
            _ = try await phone.granted("monthly")
            let state = try await phone.state()
            async let poll = phone.poll(state.etag)
            try await eventually("the device and the intent are counted") {
                let counts = try await fixture.storage.console.overview(appID: "demo")
                return counts.waiting == 1 && counts.samples.last?.waiting == 1
                    && counts.samples.last?.reserved == 1
            }
            let counts = try await fixture.storage.console.overview(appID: "demo")
            #expect(counts.reserved == 1 && counts.open == 1 && counts.estimated.isEmpty)
            #expect(counts.countedAt != nil)
            #expect(counts.samples.allSatisfy { $0.at.microseconds % 300_000_000 == 0 })
            // What was done is seen at the next look, whenever the samples were taken.
            _ = try await phone.report(
                try #require(state.intents.first), #"{"result":"cancelled"}"#)
            #expect(try await fixture.storage.console.overview(appID: "demo").open == 0)
            _ = try await poll
        }
    }

    @Test func `a great number is that of the last sample, and says so`()
        async throws
    {
        try await ServiceFixture.with(configure: { $0.sampleInterval = .milliseconds(20) }) {
            fixture in
            for account in 0..<30 {
                _ = try await fixture.device("account-\(account)", "phone").granted("monthly")
            }
            try await eventually("thirty are counted") {
                try await fixture.storage.console.overview(appID: "demo").reserved == 30
            }
            let counts = try await fixture.storage.console.overview(appID: "demo")
            #expect(counts.estimated == [.reserved] && counts.isOpenEstimated)
            var viewer = ConsoleBrowser(fixture)
            try await viewer.signIn(fixture.viewerKey)
            let page = try await viewer.get("/admin").text
            #expect(page.contains("≈ 30") && page.contains("Numbers marked ≈"))
        }
    }

    @Test func `the console says what stuck means in this app`() async throws {
        try await ServiceFixture.with { fixture in
            var change = AppChange()
            change.stuck = [.reserved: 1_200, .confirming: 420, .pending: 18_000, .gone: 1_980]
            _ = try await fixture.storage.apps.update("demo", change, actor: .user)
            var viewer = ConsoleBrowser(fixture)
            try await viewer.signIn(fixture.viewerKey)
            let page = try await viewer.get("/admin").text
            for words in ["over 20 min", "over 7 min", "over 5 h", "for 33 min"] {
                #expect(page.contains(words), "\(words)")
            }
        }
    }

    @Test func `the API lists locks by age and in pages, stuck ones first`() async throws {
        try await ServiceFixture.with { fixture in
            for account in 0..<5 {
                _ = try await fixture.device("account-\(account)", "phone").granted("monthly")
            }
            try await fixture.ask(
                """
                update interlock.intent set created_at = created_at - interval '2 h',
                    stuck_at = now() - interval '1 h'
                where account_id in ('account-2', 'account-4')
                """)
            let viewer = fixture.caller(fixture.viewerKey)
            func list(_ query: String) async throws -> LockList {
                let answer = try await viewer.send(.get, "/v1/admin/locks?\(query)")
                #expect(answer.status == 200, "\(answer.text)")
                return try answer.read(LockList.self)
            }
            let old = try await list("older_than=3600")
            #expect(Set(old.locks.map(\.intent.accountID)) == ["account-2", "account-4"])
            #expect(old.locks.allSatisfy(\.stuck) && old.nextCursor == nil)
            var (all, cursor): ([Lock], String?) = ([], nil)
            repeat {
                let page = try await list("limit=2" + (cursor.map { "&cursor=\($0)" } ?? ""))
                all += page.locks
                cursor = page.nextCursor
            } while cursor != nil
            #expect(all.map(\.stuck) == [true, true, false, false, false])
            #expect(Set(all.map(\.intent.id)).count == 5)
            for query in ["older_than=x", "older_than=-1", "cursor=s1_2"] {
                #expect(try await viewer.send(.get, "/v1/admin/locks?\(query)").status == 400)
            }
        }
    }

    @Test func `a device that polls while it holds something is not gone`() async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            _ = try await phone.granted("monthly")
            let heard = """
                select (heard_at > created_at)::text || ' ' || (stuck_at > now())::text
                from interlock.intent
                """
            try await fixture.ask(
                """
                update interlock.intent set heard_at = created_at - interval '10 min',
                    stuck_at = created_at - interval '5 min'
                """)
            _ = try await fixture.device("ann", "pad").state()
            #expect(try await fixture.ask(heard) == "false false")
            _ = try await phone.state()
            #expect(try await fixture.ask(heard) == "true true")
        }
    }
}
