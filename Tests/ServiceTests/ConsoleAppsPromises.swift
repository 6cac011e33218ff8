import Authentication
import Cryptography
import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import Testing

@testable import Service

@Suite("The console of several apps")
struct ConsoleAppsPromises {
    /// A viewer's key of the app beside the fixture's own.
    private func otherKey(_ fixture: ServiceFixture) async throws -> String {
        let (text, key) = AccessKey.generate()
        _ = try await fixture.storage.keys.create(
            key, id: UUID(), appID: "other", role: .viewer, label: "other's", actor: .user)
        return text.expose()
    }

    private func apps(of page: HTTPClientResponse) -> [String] {
        page.text.matches(of: /<option value="(demo|other)"/).map { String($0.output.1) }
    }

    @Test func `a browser is signed in to several apps, looks at one, and signs out of all`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            _ = try await fixture.device("ann", "phone").granted("monthly")
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.operatorKey)
            #expect(apps(of: try await person.get("/admin/locks")).isEmpty, "one is no choice")
            let adding = try await person.get("/admin/sign-in")
            #expect(adding.text.contains("Go to <bdi>demo</bdi>"))
            #expect(try await person.signIn(try await otherKey(fixture)).status == 303)
            let other = try await person.get("/admin/locks?status=reserved")
            #expect(apps(of: other) == ["other", "demo"] && !other.text.contains(">ann<"))
            #expect(other.text.contains("<option value=\"other\" selected>"))

            let chosen = try await person.post("/admin/app", ["app": "demo"])
            #expect(chosen.header("location") == "/admin/locks?status=reserved", "the same list")
            let own = try await person.get("/admin/locks?status=reserved")
            #expect(apps(of: own) == ["demo", "other"] && own.text.contains(">ann<"))
            let intent = try #require(own.text.firstMatch(of: /\/admin\/intents\/[0-9a-f-]{36}/))
            try await person.get(String(intent.output))
            let away = try await person.post("/admin/app", ["app": "other"])
            #expect(away.header("location") == "/admin", "the other app has no such intent")

            let ring = person.cookies["interlock_session"]
            try await person.get("/admin")
            #expect(try await person.post("/admin/sign-out").status == 303)
            #expect(
                try await fixture.ask("select count(*)::text from interlock.console_session")
                    == "0")
            person.set("interlock_session", ring)
            #expect(try await person.get("/admin").status == 303)
        }
    }

    @Test func `a session that has ended keeps nobody from the others, nor from signing out`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            var person = ConsoleBrowser(fixture)
            for key in [try await otherKey(fixture), fixture.operatorKey] {
                try await person.signIn(key)
            }
            try await person.get("/admin")
            try await fixture.ask(
                "update interlock.access_key set revoked_at = now() where label = 'operator'")
            #expect(try await person.get("/admin").status == 303)
            let asked = try await person.get("/admin/sign-in")
            #expect(asked.text.contains("Go to <bdi>other</bdi>"))
            let token = try #require(
                asked.text.split(separator: "action=\"/admin/app\"").dropFirst().first?
                    .firstMatch(of: /name="form_token" value="([^"]+)"/)?.output.1)
            let hidden = ["form_token": String(token)]
            #expect(
                try await person.post("/admin/app", ["app": "other"], hidden: hidden).status == 303)
            #expect(try await person.get("/admin").text.contains("<bdi>other</bdi>"))
            try await person.get("/admin")
            try await fixture.ask(
                "update interlock.access_key set revoked_at = now() returning 'x'")
            #expect(try await person.post("/admin/sign-out").status == 303)
            #expect(person.cookies["interlock_session"] == nil)
            let left = try await fixture.ask(
                "select count(*)::text from interlock.console_session")
            #expect(left == "0")
        }
    }

    @Test func `what the cookie says of apps opens none`() async throws {
        try await ServiceFixture.with { fixture in
            _ = try await fixture.device("ann", "phone").granted("monthly")
            var person = ConsoleBrowser(fixture)
            try await person.signIn(try await otherKey(fixture))
            let cookie = try #require(person.cookies["interlock_session"])
            let secret = String(cookie.prefix { $0 != ":" })
            // Another site of the domain can put one of the same name before it.
            let shadowed = try await person.get(
                "/admin", headers: [("Cookie", "interlock_session=x")])
            #expect(shadowed.status == 200)
            person.set("interlock_session", "\(secret):demo|\(secret):other")
            let page = try await person.get("/admin/locks")
            #expect(page.text.contains("<bdi>other</bdi>") && !page.text.contains(">ann<"))
            #expect(try await person.post("/admin/app", ["app": "third"]).status == 400)
            try await person.get("/admin")
            let forged = try await person.post(
                "/admin/app", ["app": "demo"], hidden: ["form_token": "x"])
            #expect(forged.status == 403)
            let nobody = String(repeating: "A", count: 43)
            for value in [
                "", "|", ":", "x:demo", "\(secret)", "\(secret):", "\(nobody):other",
                "\(secret):<b>", "\(secret):" + String(repeating: "a", count: 65),
                "\(nobody):demo|\(secret):other",
            ] {
                person.set("interlock_session", value)
                #expect(try await person.get("/admin").status == 303, "\(value)")
            }
            let many = (0..<20).map { "\(secret):app\($0)" }.joined(separator: "|")
            person.set("interlock_session", many)
            let page8 = try await person.get("/admin")
            #expect(page8.status == 200 && page8.text.contains("app7"))
            #expect(!page8.text.contains("app8"))
        }
    }

    @Test func `who signs in to an app again has one session of it`() async throws {
        try await ServiceFixture.with { fixture in
            var person = ConsoleBrowser(fixture)
            for key in [
                fixture.viewerKey, try await otherKey(fixture), fixture.operatorKey,
            ] { try await person.signIn(key) }
            #expect(
                try await fixture.ask(
                    """
                    select string_agg(k.app_id || ' ' || k.role, ', ' order by k.app_id)
                    from interlock.console_session s
                    join interlock.access_key k on k.key_id = s.key_id
                    """) == "demo operator, other viewer")
        }
    }
}
