import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import TestSupport
import Testing

@testable import Service

@Suite("A lock that is kept closed after its release, in the console")
struct ConsoleDelayPromises {
    private static let hour = ["reason": "ticket 12", "lock_delay": "3600"]

    /// The daughter's purchase, released with an hour's delay by the person, whose page it then is.
    private func closed(
        _ fixture: ServiceFixture, _ person: inout ConsoleBrowser
    ) async throws -> (path: String, mother: Device) {
        let mother = try fixture.device("mother", "m"), child = try fixture.device("child", "c")
        try await mother.makeFamily(child)
        let intent = try await child.granted("monthly")
        let path = "/admin/intents/\(intent.id.wireText)"
        try await person.signIn(fixture.operatorKey)
        try await person.get(path)
        let done = try await person.post("\(path)/release", Self.hour)
        #expect(done.status == 303, "\(done.text)")
        return (path, mother)
    }

    private func end(_ mother: Device) async throws -> Timestamp? {
        let holder = try await mother.state().product("yearly")?.holder
        return holder?.status == .released ? holder?.expiresAt : nil
    }

    @Test func `it says until when, and an operator changes that there`() async throws {
        try await ServiceFixture.with { fixture in
            var person = ConsoleBrowser(fixture)
            let (path, mother) = try await closed(fixture, &person)
            let until = try #require(try await end(mother))
            let shown = try await person.get(path).text
            for words in [
                "Kept closed after its release", "datetime=\"\(until)\"", "name=\"lock_delay\"",
                "no longer: open at once", "lifetime, monthly, yearly", "every member of its group",
            ] { #expect(shown.contains(words), "\(words)") }
            #expect(foreignMarkup(in: shown).isEmpty)
            let longer = try await person.post(
                "\(path)/release", ["reason": "still waiting", "lock_delay": "86400"])
            #expect(longer.status == 303)
            #expect(try await #require(end(mother)) > until)
        }
    }

    @Test func `an operator ends it with a reason, and the family can buy`() async throws {
        try await ServiceFixture.with { fixture in
            var person = ConsoleBrowser(fixture)
            let (path, mother) = try await closed(fixture, &person)
            try await person.get(path)
            let empty = try await person.post(
                "\(path)/release", ["reason": "", "lock_delay": "0"])
            #expect(empty.status == 400 && empty.text.contains("Kept closed after its release"))
            #expect(try await end(mother) != nil)
            let state = try await mother.state()
            async let woken = withDeadline { try await mother.poll(state.etag) }
            let done = try await person.post(
                "\(path)/release", ["reason": "a mistake", "lock_delay": "0"])
            #expect(done.status == 303)
            let after = try await woken.read(StateDocument.self)
            #expect(after.product("yearly")?.status == .available)
            let location = try #require(done.header("location"))
            let told = try await person.get(location).text
            #expect(told.contains("Opened again. Devices") && !told.contains("Released. Devices"))
            let shown = try await person.get(path).text
            #expect(!shown.contains("<textarea") && shown.contains("a mistake"))
        }
    }

    @Test func `the history says what each release changed`() async throws {
        try await ServiceFixture.with { fixture in
            var person = ConsoleBrowser(fixture)
            let (path, mother) = try await closed(fixture, &person)
            let first = try #require(try await end(mother))
            try await person.get(path)
            try await person.post("\(path)/release", ["reason": "b", "lock_delay": "600"])
            let second = try #require(try await end(mother))
            try await person.get(path)
            try await person.post("\(path)/release", ["reason": "c", "lock_delay": "0"])
            let page = try await person.get(path).text
            let start = try #require(
                page.split(separator: "<ol class=\"timeline\">").dropFirst().first)
            let steps = start.split(separator: "</ol>")[0].split(separator: "<li>").suffix(3)
            let wanted = [
                ["closed to everybody until", "\(first)", "ticket 12"],
                ["closed to everybody until", "\(second)", ">b<"], ["opened again", ">c<"],
            ]
            for (step, words) in zip(steps, wanted) {
                for word in words { #expect(step.contains(word), "\(word) in \(step)") }
            }
            #expect(!page.contains("released</span> → "))
        }
    }

    @Test func `it is found on the page of each member of its family`() async throws {
        try await ServiceFixture.with { fixture in
            var person = ConsoleBrowser(fixture)
            let (path, mother) = try await closed(fixture, &person)
            let until = try #require(try await end(mother))
            for member in ["mother", "child"] {
                let page = try await person.get("/admin/account?id=\(member)").text
                #expect(page.contains("closed to everybody until <time datetime=\"\(until)\""))
                #expect(page.contains("href=\"\(path)\""), "\(member)")
            }
            let elsewhere = try await person.get(path).text
            #expect(elsewhere.contains(", closed to everybody until <time datetime=\"\(until)\""))
        }
    }

    @Test func `a viewer sees until when, and no form; a stale form changes nothing`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            var person = ConsoleBrowser(fixture)
            let (path, mother) = try await closed(fixture, &person)
            let until = try await end(mother)
            var viewer = ConsoleBrowser(fixture)
            try await viewer.signIn(fixture.viewerKey)
            let shown = try await viewer.get(path).text
            #expect(shown.contains("closed to everybody until") && !shown.contains("/release"))
            try await person.get(path)
            let stale = try await person.post(
                "\(path)/release", ["reason": "late", "lock_delay": "0"], hidden: ["seen": "1"])
            #expect(stale.status == 412 && stale.text.contains("name=\"lock_delay\""))
            #expect(try await end(mother) == until)
        }
    }
}
