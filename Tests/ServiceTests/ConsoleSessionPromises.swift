import Authentication
import Cryptography
import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import Testing

@testable import Service

@Suite("Signing in to the console")
struct ConsoleSessionPromises {
    @Test func `viewer, operator and admin sign in and out by a form`() async throws {
        try await ServiceFixture.with { fixture in
            for key in [fixture.viewerKey, fixture.operatorKey, fixture.adminKey] {
                var browser = ConsoleBrowser(fixture)
                let closed = try await browser.get("/admin")
                #expect(closed.status == 303 && closed.header("location") == "/admin/sign-in")
                let entered = try await browser.signIn(key)
                #expect(entered.status == 303 && entered.header("location") == "/admin")
                let cookie = try #require(
                    entered.headers.first { $0.value.hasPrefix("interlock_session=") }?.value)
                for word in ["HttpOnly", "SameSite=Strict", "Path=/admin", "Max-Age=43200"] {
                    #expect(cookie.contains("; \(word)"), "\(word)")
                }
                #expect(!cookie.contains("Secure") && !cookie.contains(key))
                #expect(try await browser.get("/admin").status == 200)
                let held = browser.cookies["interlock_session"]
                let left = try await browser.post("/admin/sign-out")
                #expect(left.status == 303 && browser.cookies["interlock_session"] == nil)
                browser.set("interlock_session", held)
                #expect(try await browser.get("/admin").status == 303, "the cookie alone is dead")
            }
        }
    }

    @Test func `a cookie is for TLS only where the browser came by TLS`() async throws {
        try await ServiceFixture.with { fixture in
            var browser = ConsoleBrowser(fixture)
            let form = try await browser.get(
                "/admin/sign-in", headers: [("X-Forwarded-Proto", "https")])
            #expect(form.header("set-cookie")?.hasSuffix("; Secure") == true)
            let entered = try await browser.post(
                "/admin/sign-in", ["key": fixture.viewerKey],
                headers: [("X-Forwarded-Proto", "https")])
            let cookies = entered.headers.filter { $0.name.lowercased() == "set-cookie" }
            #expect(cookies.count == 2 && cookies.allSatisfy { $0.value.hasSuffix("; Secure") })
        }
    }

    @Test func `other keys don't open it, and after ten an address has to wait`() async throws {
        try await ServiceFixture.with { fixture in
            var browser = ConsoleBrowser(fixture)
            let wrong = [fixture.serviceKey, "", "ilk_", AccessKey.generate().text.expose()]
            for key in wrong + wrong + wrong.prefix(2) {
                let refused = try await browser.signIn(key)
                #expect(refused.status == 401 && refused.text.contains("open the console"))
                #expect(key.count < 9 || !refused.text.contains(key))
            }
            let limited = try await browser.signIn(fixture.viewerKey)
            #expect(limited.status == 429 && limited.header("retry-after") == "60")
            #expect(browser.cookies["interlock_session"] == nil)
            #expect(try await browser.get("/admin").status == 303)
        }
    }

    @Test(arguments: [ClientAddress.peer, .forwarded])
    func `wrong keys are counted by the address that a proxy forwards, where it is believed`(
        source: ClientAddress
    ) async throws {
        try await ServiceFixture.with(configure: { $0.clientAddress = source }) { fixture in
            func signIn(_ key: String, from hops: [String]) async throws -> Int {
                var browser = ConsoleBrowser(fixture)
                return try await browser.signIn(
                    key, headers: hops.map { (name: "X-Forwarded-For", value: $0) }
                ).status
            }
            // What a client itself writes there stands before what the proxy adds.
            for number in 0..<10 {
                let hops = number % 2 == 0 ? ["10.0.0.\(number), 192.0.2.7"] : ["x", "192.0.2.7"]
                #expect(try await signIn("ilk_", from: hops) == 401)
            }
            let same = try await signIn(fixture.viewerKey, from: ["192.0.2.8, 192.0.2.7"])
            #expect(same == 429)
            let known = source == .forwarded ? 303 : 429
            for hops in [["192.0.2.7, 192.0.2.8"], []] {
                let other = try await signIn(fixture.viewerKey, from: hops)
                #expect(other == known, "\(hops)")
            }
        }
    }

    @Test func `right keys use up no tries, and a minute later there are new ones`() {
        let limit = SignInLimit()
        let now = ContinuousClock.now
        for _ in 0..<30 {
            #expect(limit.take("a", now: now))
            limit.giveBack("a")
        }
        for _ in 0..<SignInLimit.tries { #expect(limit.take("a", now: now)) }
        #expect(!limit.take("a", now: now + .seconds(59)))
        #expect(limit.take("b", now: now))
        #expect(limit.take("a", now: now + .seconds(61)))
    }

    @Test func `a session dies with its key, and after twelve hours`() async throws {
        try await ServiceFixture.with { fixture in
            var viewer = ConsoleBrowser(fixture)
            try await viewer.signIn(fixture.viewerKey)
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.operatorKey)
            #expect(try await viewer.get("/admin/locks").status == 200)
            let keys = try await fixture.storage.keys.list(appID: "demo")
            let key = try #require(keys.first { $0.role == .viewer })
            #expect(try await fixture.storage.keys.revoke(key.id, appID: "demo", actor: .user))
            #expect(try await viewer.get("/admin/locks").status == 303, "at once")
            #expect(try await person.get("/admin/locks").status == 200)
            try await fixture.ask(
                "update interlock.console_session set expires_at = expires_at - interval '12 hours'"
            )
            #expect(try await person.get("/admin/locks").status == 303)
            try await person.signIn(fixture.operatorKey)
            #expect(
                try await fixture.ask("select count(*)::text from interlock.console_session")
                    == "1",
                "what has ended is dropped")
        }
    }

    @Test func `the database keeps no secret of a session`() async throws {
        try await ServiceFixture.with { fixture in
            var browser = ConsoleBrowser(fixture)
            try await browser.signIn(fixture.viewerKey)
            let cookie = try #require(browser.cookies["interlock_session"])
            let secret = String(cookie.prefix { $0 != ":" })
            try await browser.get("/admin")
            let token = try #require(browser.field("form_token"))
            let row = try await fixture.ask("select s::text from interlock.console_session s")
            #expect(row?.contains(secret) == false && row?.contains(token) == false)
            #expect(!browser.page.contains(secret))
        }
    }

    @Test func `sign-in and sign-out take no forged form`() async throws {
        try await ServiceFixture.with { fixture in
            var browser = ConsoleBrowser(fixture)
            let bare = try await browser.post("/admin/sign-in", ["key": fixture.viewerKey])
            #expect(bare.status == 403, "no cookie, no form")
            try await browser.get("/admin/sign-in")
            for token in [nil, "", "x", String(repeating: "A", count: 43)] as [String?] {
                let forged = try await browser.post(
                    "/admin/sign-in", ["key": fixture.viewerKey], hidden: ["form_token": token])
                #expect(forged.status == 403)
            }
            #expect(browser.cookies["interlock_session"] == nil)
            try await browser.signIn(fixture.viewerKey)
            try await browser.get("/admin")
            let elsewhere = try await browser.post(
                "/admin/sign-out", headers: [("Sec-Fetch-Site", "cross-site")])
            #expect(elsewhere.status == 403)
            try await browser.get("/admin")
            #expect(
                try await browser.post("/admin/sign-out", hidden: ["form_token": nil]).status
                    == 403)
            #expect(try await browser.get("/admin").status == 200)
        }
    }
}
