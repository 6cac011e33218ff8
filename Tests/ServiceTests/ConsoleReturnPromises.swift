import HTTPClient
import InterlockAPI
import PostgresClient
import Testing

@testable import Service

@Suite("Coming back after a sign-in")
struct ConsoleReturnPromises {
    @Test(arguments: [
        "/admin", "/admin/locks?status=pending&cursor=a_b-c", "/admin?x=//evil.example",
        "/admin/account?id=%2e%2e", "/admin/intents/018f",
    ]) func `a page of the console is a place to go on to`(_ text: String) {
        #expect(ConsolePlace(text)?.text == text)
    }

    @Test(arguments: [
        "", "//evil.example", "https://evil.example/admin", "/\\evil.example", "/admin\\..",
        "/administrator", "/admin/../v1", "/admin/%2e%2E/v1", "/admin/.%2e/x", "/admin/./x", "/v1",
        "admin", "/admin\r\nSet-Cookie: a=b", "/admin#x", "/admin/\u{202e}x", "/admin/sign-in",
        "/admin/sign-out", "/admin/sign-in?next=/admin", "javascript:alert(1)", "/admin/<x>",
        "/admin/" + String(repeating: "a", count: 2_048),
    ]) func `nothing else is`(_ text: String) {
        #expect(ConsolePlace(text) == nil)
    }

    @Test func `a page that was asked for without a session is shown after the sign-in`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            var browser = ConsoleBrowser(fixture)
            let path = "/admin/locks?status=pending&account_id=a%26b"
            let closed = try await browser.get(path)
            let signIn = try #require(closed.header("location"))
            #expect(
                signIn
                    == "/admin/sign-in?next=%2Fadmin%2Flocks%3Fstatus%3Dpending%26account_id%3Da%2526b"
            )
            try await browser.get(signIn)
            let wrong = try await browser.post("/admin/sign-in", ["key": "ilk_no"])
            #expect(wrong.status == 401 && browser.field("next") == path, "kept over a mistake")
            let entered = try await browser.post("/admin/sign-in", ["key": fixture.viewerKey])
            #expect(entered.status == 303 && entered.header("location") == path)
        }
    }

    @Test func `a next that leads elsewhere leads to the overview`() async throws {
        try await ServiceFixture.with { fixture in
            for next in ["//evil.example", "https%3A%2F%2Fevil.example", "/%5Cevil.example"] {
                var browser = ConsoleBrowser(fixture)
                try await browser.get("/admin/sign-in?next=\(next)")
                #expect(browser.field("next") == nil && !browser.page.contains("evil"))
                let entered = try await browser.post(
                    "/admin/sign-in", ["key": fixture.viewerKey, "next": "//evil.example"])
                #expect(entered.header("location") == "/admin")
            }
        }
    }

    @Test func `a form sent after the session's end leads back to its page`() async throws {
        try await ServiceFixture.with { fixture in
            let intent = try await fixture.device("ann", "phone").granted("monthly")
            let page = "/admin/intents/\(intent.id.wireText)"
            for (action, location) in [
                ("\(page)/release", "?next=" + PercentCoding.encode(page)),
                ("/admin/incidents/7/resolve", "?next=%2Fadmin%2Fincidents"),
                ("/admin/catalog/apply", "?next=%2Fadmin%2Fcatalog"),
                ("/admin/keys", "?next=%2Fadmin%2Fkeys"),
                ("/admin/keys/7/revoke", "?next=%2Fadmin%2Fkeys%2F7%2Frevoke"),
                // Whoever is out is out.
                ("/admin/sign-out", "?notice=out"),
            ] {
                var browser = ConsoleBrowser(fixture)
                try await browser.signIn(fixture.adminKey)
                try await browser.get(page)
                try await fixture.ask("delete from interlock.console_session")
                let closed = try await browser.post(action, ["reason": "r"])
                #expect(closed.status == 303)
                #expect(closed.header("location") == "/admin/sign-in" + location)
            }
            #expect(try await fixture.device("ann", "pad").openIntents().count == 1)
        }
    }

    @Test func `a new sign-in ends the session that the browser had`() async throws {
        try await ServiceFixture.with { fixture in
            var browser = ConsoleBrowser(fixture)
            try await browser.signIn(fixture.viewerKey)
            var other = ConsoleBrowser(fixture)
            try await other.signIn(fixture.viewerKey)
            let first = browser.cookies["interlock_session"]
            try await browser.signIn(fixture.operatorKey)
            #expect(browser.cookies["interlock_session"] != first)
            #expect(try await browser.get("/admin").status == 200)
            browser.set("interlock_session", first)
            #expect(try await browser.get("/admin").status == 303)
            #expect(try await other.get("/admin").status == 200, "another browser's goes on")
        }
    }
}
