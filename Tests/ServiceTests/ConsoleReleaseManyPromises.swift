import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import TestSupport
import Testing

@testable import Service

@Suite("Releasing many from the console")
struct ConsoleReleaseManyPromises {
    private func person(
        _ fixture: ServiceFixture, _ key: String
    ) async throws -> ConsoleBrowser {
        var person = ConsoleBrowser(fixture)
        try await person.signIn(key)
        return person
    }

    private func open(_ fixture: ServiceFixture, _ count: Int) async throws -> [Device] {
        let devices = try (0..<count).map { try fixture.device("account-\($0)", "phone") }
        for device in devices { _ = try await device.granted("monthly") }
        return devices
    }

    /// The boxes of the list, by what they are labelled with.
    private func boxes(_ page: String) -> [String] {
        page.split(separator: "name=\"intent\" value=\"").dropFirst().map {
            String($0.prefix { $0 != "\"" })
        }
    }

    @Test func `what is chosen is shown with its consequences, then released with a delay`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let devices = try await open(fixture, 3)
            var person = try await person(fixture, fixture.operatorKey)
            let list = try await person.get("/admin/locks").text
            let boxes = boxes(list)
            #expect(boxes.count == 3 && list.contains("Choose monthly of account-1"))
            let look = try await person.post(
                "/admin/locks/release", more: boxes.dropLast().map { ("intent", $0) })
            #expect(look.status == 200, "\(look.text)")
            for words in [
                "nothing has been changed yet", "the person may go on to buy", "account-0",
                "Release 2 locks", "only if it is still as shown",
            ] { #expect(look.text.contains(words), "\(words)") }
            #expect(!look.text.contains("account-2"))
            #expect(foreignMarkup(in: list + look.text).isEmpty)
            let chosen = try #require(person.field("intents"))
            #expect(chosen.split(separator: " ").count == 2)

            // One of them goes on meanwhile.
            let state = try await devices[0].state()
            let moving = try await devices[1].state().intents[0]
            #expect(try await devices[1].report(moving, #"{"result":"pending"}"#).status == 200)
            async let woken = withDeadline { try await devices[0].poll(state.etag) }
            let done = try await person.post(
                "/admin/locks/release/act",
                ["reason": "outage", "lock_delay": "600", "intents": chosen])
            #expect(done.status == 200 && done.text.contains("1 of 2 released"), "\(done.text)")
            #expect(done.text.contains("changed") && done.text.contains("pending"))
            #expect(foreignMarkup(in: done.text).isEmpty)
            let after = try await woken.read(StateDocument.self).product("monthly")
            #expect(after?.holder?.status == .released)
            #expect(try await devices[1].state().product("monthly")?.holder?.status == .pending)
            #expect(try await devices[2].state().product("monthly")?.holder?.status == .reserved)
            #expect(
                try await fixture.ask(
                    "select string_agg(reason, ' ') from interlock.audit where act like 'intent.%'")
                    == "outage")
        }
    }

    @Test func `all that a filter finds can be looked at; nothing chosen is nothing done`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            _ = try await open(fixture, 2)
            var person = try await person(fixture, fixture.operatorKey)
            try await person.get("/admin/locks?account_id=account-1")
            let look = try await person.post(
                "/admin/locks/release", ["all": "yes", "account_id": "account-1"])
            #expect(look.text.contains("account-1") && !look.text.contains("account-0"))
            #expect(look.text.contains("Release 1 lock"))
            try await person.get("/admin/locks")
            let none = try await person.post("/admin/locks/release")
            #expect(none.status == 400 && none.text.contains("Choose at least one"))
            for (fields, status) in [
                (["reason": "", "intents": "x.1"], 400), (["reason": "r"], 400),
                (["reason": "r", "intents": "x.1"], 400),
                (["reason": "r", "intents": "x.1", "lock_delay": "7"], 400),
            ] {
                try await person.get("/admin/locks")
                let refused = try await person.post("/admin/locks/release/act", fields)
                #expect(refused.status == status, "\(fields)")
            }
            let acts = try await fixture.ask(
                "select count(*)::text from interlock.audit where act like 'intent.%'")
            #expect(acts == "0")
        }
    }

    @Test func `a viewer sees no boxes, and neither it nor a forged form gets anywhere`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let devices = try await open(fixture, 1)
            var viewer = try await person(fixture, fixture.viewerKey)
            let list = try await viewer.get("/admin/locks").text
            #expect(list.contains("monthly") && boxes(list).isEmpty)
            #expect(!list.contains("/admin/locks/release"))
            var forger = try await person(fixture, fixture.operatorKey)
            let box = try #require(boxes(try await forger.get("/admin/locks").text).first)
            for path in ["/admin/locks/release", "/admin/locks/release/act"] {
                try await viewer.get("/admin")
                let fields = ["reason": "mine", "intent": box, "intents": box, "all": "yes"]
                #expect(try await viewer.post(path, fields).status == 403)
                try await forger.get("/admin")
                let forged = try await forger.post(path, fields, hidden: ["form_token": "x"])
                #expect(forged.status == 403 && forged.text.contains("made for this session"))
            }
            #expect(try await devices[0].state().product("monthly")?.status == .locked)
        }
    }

    @Test func `a release of what somebody changed shows what it was and is, when and by whom`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let intent = try await phone.granted("monthly")
            var person = try await person(fixture, fixture.operatorKey)
            let path = "/admin/intents/\(intent.id.wireText)"
            #expect(try await person.get(path).text.contains("name=\"lock_delay\""))
            let other = try await fixture.caller(fixture.adminKey).post(
                "/v1/admin/intents/\(intent.id.wireText)/release", #"{"reason":"faster"}"#)
            #expect(other.status == 200)
            let stale = try await person.post("\(path)/release", ["reason": "ticket"])
            #expect(stale.status == 412)
            for words in [
                "What changed since", "When you looked", "reserved", "released", "phone", "admin",
                "faster",
            ] { #expect(stale.text.contains(words), "\(words)") }
            #expect(foreignMarkup(in: stale.text).isEmpty)
        }
    }

    @Test func `one is released with a delay from its own page`() async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let intent = try await phone.granted("monthly")
            var person = try await person(fixture, fixture.operatorKey)
            let path = "/admin/intents/\(intent.id.wireText)"
            try await person.get(path)
            let wrong = try await person.post(
                "\(path)/release", ["reason": "ticket", "lock_delay": "5"])
            #expect(wrong.status == 400)
            try await person.get(path)
            let done = try await person.post(
                "\(path)/release", ["reason": "ticket", "lock_delay": "3600"])
            #expect(done.status == 303)
            let holder = try #require(try await phone.state().product("monthly")?.holder)
            #expect(holder.status == .released && holder.expiresInMs > 3_000_000)
            let shown = try await person.get(path).text
            #expect(shown.contains("Closed to everybody until"))
        }
    }
}
