import Authentication
import Cryptography
import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import TestSupport
import Testing

@testable import Service

@Suite("Releasing from the console")
struct ConsoleReleasePromises {
    private static let audit = """
        select string_agg(concat_ws(' | ', act, actor ->> 'label', reason,
            subject ->> 'intent_id'), '; ') from interlock.audit where act like 'intent.%'
        """

    /// Ann's phone waits for approval, on a day that is long past.
    private func stuck(_ fixture: ServiceFixture) async throws -> Intent {
        let phone = try fixture.device("ann", "phone")
        let intent = try await phone.granted("monthly")
        let told = try await phone.report(
            intent, #"{"result":"pending","reason":"ask_to_buy"}"#)
        #expect(told.status == 200)
        try await fixture.ask(
            """
            update interlock.intent set created_at = created_at - interval '25 hours',
                stuck_at = stuck_at - interval '25 hours'
            """)
        return intent
    }

    @Test func `a stuck lock is found by account, read and released; the waiting device is woken`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let intent = try await stuck(fixture)
            let pad = try fixture.device("ann", "pad")
            let before = try await pad.state()
            #expect(before.product("yearly")?.status == .locked)
            async let woken = withDeadline(.seconds(5)) { try await pad.poll(before.etag) }
            try await parked(1, fixture)

            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.operatorKey)
            let overview = try await person.get("/admin").text
            #expect(overview.contains(#"<span class="number">1</span>"#))
            let found = try await person.get("/admin/search?q=ann")
            #expect(found.header("location") == "/admin/account?id=ann")
            let account = try await person.get("/admin/account?id=ann").text
            #expect(account.contains(intent.id.wireText) && account.contains("locked"))
            let path = "/admin/intents/\(intent.id.wireText)"
            let shown = try await person.get(path).text
            for words in [
                "stuck", "Ask to Buy", "premium", "reserved", "phone",
                "buttons of lifetime, monthly, yearly come back for all devices of its account",
                "is not cancelled", "settled late",
            ] {
                #expect(shown.contains(words), "\(words)")
            }
            let done = try await person.post("\(path)/release", ["reason": "ticket 12\r\nseen"])
            #expect(done.status == 303 && done.header("location") == "\(path)?notice=released")

            let state = try await woken.read(StateDocument.self)
            #expect(state.product("yearly")?.status == .available)
            let after = try await person.get("\(path)?notice=released").text
            #expect(after.contains("Released. Devices") && after.contains("ticket 12\nseen"))
            #expect(after.contains("administrator") && !after.contains("<textarea"))
            let audit = try await person.get("/admin/audit").text
            for words in ["intent.release", "operator", "ticket 12\nseen", path] {
                #expect(audit.contains(words), "\(words)")
            }
            #expect(
                try await fixture.ask(Self.audit)
                    == "intent.release | operator | ticket 12\nseen | \(intent.id.wireText)")
        }
    }

    @Test func `what somebody changed meanwhile is not released`() async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let intent = try await phone.granted("monthly")
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.operatorKey)
            let path = "/admin/intents/\(intent.id.wireText)"
            #expect(try await person.get(path).text.contains("stuck yet"))
            let seen = person.field("seen")
            #expect(
                try await phone.report(intent, #"{"result":"pending","reason":"sca"}"#).status
                    == 200)
            let stale = try await person.post("\(path)/release", ["reason": "ticket"])
            #expect(stale.status == 412 && stale.text.contains("Somebody changed it"))
            #expect(stale.text.contains("href=\"\(path)\""))
            #expect(try await fixture.ask(Self.audit) == nil)

            try await person.get(path)
            #expect(person.field("seen") != seen)
            #expect(try await person.post("\(path)/release", ["reason": "ticket"]).status == 303)
            try await person.get("/admin")
            let twice = try await person.post(
                "\(path)/release", ["reason": "again"], hidden: ["seen": seen])
            #expect(twice.status == 412, "pressed twice")
        }
    }

    @Test func `a viewer sees no form, and is refused if it posts anyway`() async throws {
        try await ServiceFixture.with { fixture in
            let intent = try await stuck(fixture)
            let bill = fixture.bought("9", "lifetime")
            for account in ["bob", "cat"] {
                try await fixture.device(account, "phone").upload(bill, fixture)
            }
            let incident = try #require(try await fixture.incidents("kind=owner_conflict").first)
            var viewer = ConsoleBrowser(fixture)
            try await viewer.signIn(fixture.viewerKey)
            let path = "/admin/intents/\(intent.id.wireText)"
            let shown = try await viewer.get(path).text
            #expect(shown.contains("may look, not act") && !shown.contains("/release"))
            let list = try await viewer.get("/admin/incidents").text
            #expect(list.contains("owner conflict") && !list.contains("/resolve"))
            for act in ["\(path)/release", "/admin/incidents/\(incident.id)/resolve"] {
                try await viewer.get("/admin")
                let refused = try await viewer.post(
                    act, ["reason": "mine"],
                    hidden: ["seen": "\(intent.updatedAt.microseconds)"])
                #expect(refused.status == 403 && refused.text.contains("Not allowed"))
            }
            #expect(try await fixture.ask(Self.audit) == nil)
        }
    }

    @Test func `a form without this session's token does nothing`() async throws {
        try await ServiceFixture.with { fixture in
            let intent = try await stuck(fixture)
            let path = "/admin/intents/\(intent.id.wireText)"
            var other = ConsoleBrowser(fixture)
            try await other.signIn(fixture.adminKey)
            try await other.get("/admin")
            let foreign = other.field("form_token")
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.operatorKey)
            for token in [nil, "", "x", foreign, String(repeating: "A", count: 43)] as [String?] {
                try await person.get(path)
                let forged = try await person.post(
                    "\(path)/release", ["reason": "r"], hidden: ["form_token": token])
                #expect(forged.status == 403 && forged.text.contains("wasn&#39;t made for"))
            }
            try await person.get(path)
            for site in ["cross-site", "same-site"] {
                let token = person.field("form_token"), seen = person.field("seen")
                let elsewhere = try await person.post(
                    "\(path)/release", ["reason": "r"],
                    hidden: ["form_token": token, "seen": seen],
                    headers: [("Sec-Fetch-Site", site)])
                #expect(elsewhere.status == 403)
                try await person.get(path)
            }
            person.set("interlock_session", nil)
            #expect(try await person.post("\(path)/release", ["reason": "r"]).status == 303)
            #expect(try await fixture.ask(Self.audit) == nil)
            #expect(
                try await fixture.device("ann", "pad").state().product("yearly")?.status == .locked)
        }
    }

    @Test func `a reason is needed, and the intent is this app's`() async throws {
        try await ServiceFixture.with { fixture in
            let intent = try await stuck(fixture)
            let path = "/admin/intents/\(intent.id.wireText)"
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.operatorKey)
            for reason in ["", " \r\n ", String(repeating: "r", count: 501), "a\u{1}b"] {
                try await person.get(path)
                let refused = try await person.post("\(path)/release", ["reason": reason])
                #expect(refused.status == 400 && refused.text.contains("Nothing was changed"))
            }
            try await person.get(path)
            #expect(
                try await person.post(
                    "\(path)/release", ["reason": "r"], hidden: ["seen": "soon"]
                ).status == 400)
            for unknown in [UUID().wireText, "7"] {
                try await person.get(path)
                let gone = try await person.post(
                    "/admin/intents/\(unknown)/release", ["reason": "r"])
                #expect(gone.status == 404)
                #expect(try await person.get("/admin/intents/\(unknown)").status == 404)
            }
            var stranger = ConsoleBrowser(fixture)
            let (text, key) = AccessKey.generate()
            _ = try await fixture.storage.keys.create(
                key, id: UUID(), appID: "other", role: .operator, label: "other", actor: .user)
            try await stranger.signIn(text.expose())
            #expect(try await stranger.get(path).status == 404)
            #expect(try await stranger.get("/admin/account?id=ann").status == 404)
            try await stranger.get("/admin")
            let refused = try await stranger.post(
                "\(path)/release", ["reason": "r"],
                hidden: ["seen": "\(intent.updatedAt.microseconds)"])
            #expect(refused.status == 404)
            #expect(try await fixture.ask(Self.audit) == nil)
        }
    }

    @Test func `an operator resolves an incident with a reason`() async throws {
        try await ServiceFixture.with { fixture in
            let bill = fixture.bought("9", "lifetime")
            for account in ["bob", "cat"] {
                try await fixture.device(account, "phone").upload(bill, fixture)
            }
            let incident = try #require(try await fixture.incidents("kind=owner_conflict").first)
            let path = "/admin/incidents/\(incident.id)/resolve"
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.operatorKey)
            let list = try await person.get("/admin/incidents").text
            #expect(list.contains("action=\"\(path)\"") && list.contains("account?id=cat"))
            #expect(try await person.post(path, ["reason": ""]).status == 400)
            try await person.get("/admin/incidents")
            #expect(try await person.post(path, ["reason": "both are Bob's"]).status == 303)
            #expect(!(try await person.get("/admin/incidents").text.contains(path)))
            let after = try await person.get("/admin/incidents?status=resolved").text
            #expect(after.contains("both are Bob&#39;s"))
            #expect(
                try await fixture.ask(
                    """
                    select act || ' ' || reason from interlock.audit where act like 'incident.%'
                    """)
                    == "incident.resolve both are Bob's")
        }
    }

    @Test func `an intent that is released already says by whom and when`() async throws {
        try await ServiceFixture.with { fixture in
            let intent = try await stuck(fixture)
            let path = "/admin/intents/\(intent.id.wireText)"
            var first = ConsoleBrowser(fixture), second = ConsoleBrowser(fixture)
            try await first.signIn(fixture.operatorKey)
            try await second.signIn(fixture.adminKey)
            try await first.get(path)
            #expect(try await first.post("\(path)/release", ["reason": "one"]).status == 303)
            let now = try #require(
                try await fixture.storage.intents.find(appID: "demo", id: intent.id)?.intent)
            try await second.get("/admin")
            let again = try await second.post(
                "\(path)/release", ["reason": "two"],
                hidden: ["seen": "\(now.updatedAt.microseconds)"])
            #expect(again.header("location") == "\(path)?notice=already")
            let page = try await second.get("\(path)?notice=already").text
            let said = visibleTexts(of: page).first { $0.hasPrefix("It was released already") }
            #expect(said?.contains("by administrator operator at 20") == true, "\(said ?? page)")
            #expect(!page.contains("two"))
            #expect(try await fixture.ask(Self.audit)?.contains("one") == true)
            #expect(try await fixture.ask(Self.audit)?.contains("two") == false)
        }
    }

    @Test func `an incident that is resolved already says by whom, when and how`() async throws {
        try await ServiceFixture.with { fixture in
            let bill = fixture.bought("9", "lifetime")
            for account in ["bob", "cat"] {
                try await fixture.device(account, "phone").upload(bill, fixture)
            }
            let incident = try #require(try await fixture.incidents("kind=owner_conflict").first)
            let path = "/admin/incidents/\(incident.id)/resolve"
            var first = ConsoleBrowser(fixture), second = ConsoleBrowser(fixture)
            try await first.signIn(fixture.operatorKey)
            try await second.signIn(fixture.adminKey)
            try await first.get("/admin/incidents")
            try await second.get("/admin/incidents")
            #expect(try await first.post(path, ["reason": "both are Bob's"]).status == 303)
            let late = try await second.post(path, ["reason": "Cat's <b>"])
            let at = try #require(
                try await fixture.incidents("status=resolved").first?.resolvedAt)
            #expect(late.status == 200)
            for words in [
                "Resolved already", "administrator", "<bdi>operator</bdi>", "both are Bob&#39;s",
                "datetime=\"\(at)\"", "were not kept", "Cat&#39;s &lt;b&gt;",
            ] {
                #expect(late.text.contains(words), "\(words)")
            }
            #expect(foreignMarkup(in: late.text).isEmpty)
            #expect(
                try await fixture.ask(
                    """
                    select string_agg(reason, '; ') from interlock.audit
                    where act = 'incident.resolve'
                    """) == "both are Bob's")
        }
    }
}
