import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import TestSupport
import Testing

@testable import Service

@Suite("A reason that is refused in the console")
struct ConsoleReasonPromises {
    /// What is typed, what is said of it, and what stands in the field again.
    private static let refused: [(typed: String, says: String, kept: String)] = [
        ("", "A reason is needed", ""), (" \r\n\t", "A reason is needed", ""),
        (
            String(repeating: "r", count: 507), "507 characters, 500 are the most",
            String(repeating: "r", count: 507)
        ),
        ("tick\u{1}et \u{9b}12", "control characters", "ticket 12"),
        ("see ilk_0123456789abcdefghij", "looks like a key", ""),
        ("eyJhbGciOiJFUzI1NiJ9.eyJhIjoxfQ.c2lnbmF0dXJl", "looks like a key", ""),
        ("-----BEGIN PRIVATE KEY-----", "looks like a key", ""),
        ("ilk_01234\u{1}56789abcdefghij", "looks like a key", ""),
        ("eyJhbGciOiJFUzI1NiJ9.e" + String(repeating: "x", count: 600), "looks like a key", ""),
    ]

    /// Nothing of a secret is in the page, not even a part of it.
    private func expectRefused(
        _ page: HTTPClientResponse, _ attempt: (typed: String, says: String, kept: String)
    ) {
        #expect(page.status == 400 && page.text.contains(attempt.says), "\(page.text)")
        #expect(page.text.contains("Nothing was changed") && page.text.contains("aria-invalid"))
        for part in ["01234", "eyJ", "BEGIN PRIVATE"] where attempt.kept.isEmpty {
            #expect(!page.text.contains(part), "\(part)")
        }
        #expect(!page.text.contains("\u{1}") && foreignMarkup(in: page.text).isEmpty)
    }

    private func acts(_ fixture: ServiceFixture) async throws -> String? {
        try await fixture.ask(
            "select count(*)::text from interlock.audit where act ~ '^(intent|incident)'")
    }

    @Test func `of one release it leads back to its form, which keeps what was typed`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let intent = try await fixture.device("ann", "phone").granted("monthly")
            let path = "/admin/intents/\(intent.id.wireText)"
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.operatorKey)
            for attempt in Self.refused {
                try await person.get(path)
                let page = try await person.post(
                    "\(path)/release", ["reason": attempt.typed, "lock_delay": "3600"])
                expectRefused(page, attempt)
                #expect(page.text.contains(">\n\(attempt.kept)</textarea>"))
                #expect(page.text.contains("value=\"3600\" selected"))
                #expect(!page.text.contains("data-live>"))
            }
            #expect(try await acts(fixture) == "0")
            // The page that it led to is the form itself.
            let done = try await person.post("\(path)/release", ["reason": "ticket 12"])
            #expect(done.status == 303)
        }
    }

    @Test func `of a release of many it leads back to the confirmation`() async throws {
        try await ServiceFixture.with { fixture in
            for account in ["ann", "bob"] {
                _ = try await fixture.device(account, "phone").granted("monthly")
            }
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.operatorKey)
            for attempt in Self.refused {
                try await person.get("/admin/locks")
                try await person.post("/admin/locks/release", ["all": "yes"])
                let chosen = try #require(person.field("intents"))
                let page = try await person.post(
                    "/admin/locks/release/act",
                    ["reason": attempt.typed, "intents": chosen, "lock_delay": "600"])
                expectRefused(page, attempt)
                #expect(page.text.contains(">\n\(attempt.kept)</textarea>"))
                #expect(page.text.contains("value=\"600\" selected"))
                #expect(person.field("intents") == chosen)
            }
            #expect(try await acts(fixture) == "0")
            let done = try await person.post(
                "/admin/locks/release/act",
                ["reason": "outage", "intents": try #require(person.field("intents"))])
            #expect(done.text.contains("2 of 2 released"))
        }
    }

    @Test func `of an incident it leads back to that incident`() async throws {
        try await ServiceFixture.with { fixture in
            let bill = fixture.bought("9", "lifetime")
            for account in ["bob", "cat"] {
                try await fixture.device(account, "phone").upload(bill, fixture)
            }
            let incident = try #require(try await fixture.incidents("kind=owner_conflict").first)
            let path = "/admin/incidents/\(incident.id)/resolve"
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.operatorKey)
            for attempt in Self.refused {
                try await person.get("/admin/incidents")
                let page = try await person.post(path, ["reason": attempt.typed])
                expectRefused(page, attempt)
                #expect(page.text.contains("action=\"\(path)\""))
                #expect(page.text.contains("value=\"\(attempt.kept)\" aria-invalid"))
            }
            #expect(try await acts(fixture) == "0")
            #expect(try await person.post(path, ["reason": "both are Bob's"]).status == 303)
            let unknown = "/admin/incidents/\(UUID().wireText)/resolve"
            try await person.get("/admin/incidents")
            #expect(try await person.post(unknown, ["reason": ""]).status == 404)
        }
    }

    @Test func `what was typed is kept where somebody changed the lock meanwhile`() async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let intent = try await phone.granted("monthly")
            let path = "/admin/intents/\(intent.id.wireText)"
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.operatorKey)
            try await person.get(path)
            try await phone.told(intent, #"{"result":"pending","reason":"sca"}"#)
            let stale = try await person.post(
                "\(path)/release", ["reason": "ticket <12>", "lock_delay": "600"])
            #expect(stale.status == 412)
            #expect(stale.text.contains(">\nticket &lt;12&gt;</textarea>"))
            #expect(stale.text.contains("value=\"600\" selected"))
            #expect(foreignMarkup(in: stale.text).isEmpty)
            // Its form acts on the version that it shows.
            let done = try await person.post("\(path)/release", ["reason": "ticket 12"])
            #expect(done.status == 303)
        }
    }

    @Test func `five hundred and one locks in one act are refused as the list says it`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.operatorKey)
            for (count, words) in [
                (501, "More than 500 are like this"), (0, "Choose at least one"),
            ] {
                try await person.get("/admin/locks")
                let many = (0..<count).map { _ in "\(UUID().wireText).1764500000000000" }
                let page = try await person.post(
                    "/admin/locks/release/act",
                    ["reason": "r", "intents": many.joined(separator: " ")])
                #expect(page.status == 400 && page.text.contains(words), "\(page.text)")
            }
        }
    }
}
