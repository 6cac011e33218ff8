import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import TestSupport
import Testing

@testable import Service

@Suite("What is stuck, alone, in the console")
struct ConsoleStuckPromises {
    /// Open intents of so many accounts; those of the first ones are stuck.
    private func stage(_ fixture: ServiceFixture, stuck: Int, of count: Int) async throws {
        for number in 0..<count {
            let phone = try fixture.device("account-\(number)", "phone")
            _ = try await phone.granted("monthly")
        }
        try await fixture.ask(
            """
            update interlock.intent set stuck_at = created_at - interval '1 hour'
            where split_part(account_id, '-', 2)::integer < \(stuck)
            """)
    }

    private func accounts(_ page: String) -> Set<String> {
        Set(
            page.split(separator: "/admin/account?id=").dropFirst().map {
                String($0.prefix { $0 != "\"" })
            })
    }

    @Test func `a filter finds the stuck ones alone, and the overview leads to it`() async throws {
        try await ServiceFixture.with { fixture in
            try await stage(fixture, stuck: 2, of: 4)
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.viewerKey)
            let overview = try await person.get("/admin").text
            #expect(overview.contains("href=\"/admin/locks?stuck=yes\">Stuck"))
            let all = try await person.get("/admin/locks").text
            #expect(accounts(all).count == 4 && !all.contains(" checked"))
            let stuck = try await person.get("/admin/locks?stuck=yes").text
            #expect(accounts(stuck) == ["account-0", "account-1"])
            #expect(stuck.contains("name=\"stuck\" value=\"yes\" checked"))
            #expect(foreignMarkup(in: stuck).isEmpty)
            for (query, count) in [
                ("stuck=yes&product_id=monthly", 2), ("stuck=yes&account_id=account-3", 0),
                ("stuck=yes&account_id=account-1", 1), ("stuck=yes&status=pending", 0),
                ("stuck=yes&older_than=0", 2), ("stuck=yes&older_than=600", 0),
                ("stuck=&status=reserved", 4),
            ] {
                let page = try await person.get("/admin/locks?\(query)")
                #expect(accounts(page.text).count == count, "\(query)")
            }
            #expect(try await person.get("/admin/locks?stuck=no").status == 400)
        }
    }

    @Test func `an account's page says which locks of its family are stuck`() async throws {
        try await ServiceFixture.with { fixture in
            let mother = try fixture.device("mother", "m")
            let child = try fixture.device("child", "c")
            try await mother.makeFamily(child)
            _ = try await child.granted("monthly")
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.viewerKey)
            func marks(_ account: String) async throws -> Int {
                let page = try await person.get("/admin/account?id=\(account)").text
                return page.split(separator: "<span class=\"badge bad\">stuck</span>").count - 1
            }
            #expect(try await marks("mother") == 0)
            #expect(try await marks("child") == 0)
            try await fixture.ask(
                "update interlock.intent set stuck_at = created_at - interval '1 hour'")
            // In the way; and, with the child, among its own intents too.
            #expect(try await marks("mother") == 1)
            #expect(try await marks("child") == 2)
        }
    }

    @Test func `its pages keep it, and end with the last that is stuck`() async throws {
        try await ServiceFixture.with { fixture in
            try await stage(fixture, stuck: 51, of: 53)
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.viewerKey)
            let first = try await person.get("/admin/locks?stuck=yes").text
            #expect(accounts(first).count == 50)
            let link = try #require(
                first.split(separator: "href=\"/admin/locks?stuck=yes&amp;cursor=").dropFirst()
                    .first)
            let cursor = link.prefix { $0 != "\"" }
            let second = try await person.get("/admin/locks?stuck=yes&cursor=\(cursor)").text
            #expect(
                accounts(second).count == 1 && accounts(second).isDisjoint(with: accounts(first)))
            #expect(second.contains("First page") && !second.contains("Next page"))
        }
    }

    @Test func `all that it finds is released, and nothing that isn't stuck`() async throws {
        try await ServiceFixture.with { fixture in
            try await stage(fixture, stuck: 2, of: 3)
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.operatorKey)
            let list = try await person.get("/admin/locks?stuck=yes").text
            #expect(list.contains("type=\"hidden\" name=\"stuck\" value=\"yes\""))
            let look = try await person.post(
                "/admin/locks/release", ["all": "yes", "stuck": "yes"])
            #expect(accounts(look.text) == ["account-0", "account-1"])
            #expect(look.text.contains("Release 2 locks") && !look.text.contains("stuck yet"))
            let done = try await person.post(
                "/admin/locks/release/act",
                ["reason": "outage", "intents": try #require(person.field("intents"))])
            #expect(done.text.contains("2 of 2 released"), "\(done.text)")
            let left = try fixture.device("account-2", "phone")
            #expect(try await left.state().product("monthly")?.holder?.status == .reserved)
        }
    }

    @Test func `the confirmation says where, which are stuck, and how many aren't yet`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            try await stage(fixture, stuck: 1, of: 3)
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.operatorKey)
            try await person.get("/admin/locks")
            let look = try await person.post("/admin/locks/release", ["all": "yes"])
            for words in [
                "Not stuck yet: 2 of 3. With those the purchase may be going on right now.",
                "data-label=\"Environment\">Sandbox", "data-label=\"Stuck\">not yet",
                "data-label=\"Stuck\"><span class=\"badge bad\">stuck</span>",
            ] { #expect(look.text.contains(words), "\(words)") }
            let shown = try await fixture.caller(fixture.operatorKey).post(
                "/v1/admin/locks/release", #"{"dry_run":true,"filter":{}}"#
            ).read(LockReleaseList.self)
            #expect(shown.intents.map(\.stuck) == [true, false, false])
        }
    }
}
