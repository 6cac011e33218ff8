import HTTPClient
import InterlockAPI
import Storage
import Testing

@testable import Service

@Suite("The incidents of an account, in the console")
struct ConsoleIncidentPromises {
    @Test func `an account's page leads to its incidents, and to nobody else's`() async throws {
        try await ServiceFixture.with { fixture in
            let ann = try fixture.device("ann", "phone")
            let bob = try fixture.device("bob", "phone")
            _ = try await fixture.device("eve", "phone").granted("monthly")
            try await ann.upload(fixture.bought("1", "lifetime"), fixture)
            try await bob.upload(fixture.bought("1", "lifetime"), fixture)
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.viewerKey)
            for (account, count) in [("ann", 1), ("bob", 1), ("eve", 0)] {
                let path = "/admin/incidents?account_id=\(account)"
                let page = try await person.get("/admin/account?id=\(account)").text
                #expect(page.contains("href=\"\(path)\""), "\(account)")
                let incidents = try await person.get(path).text
                #expect(
                    incidents.split(separator: "<h2>owner conflict</h2>").count - 1 == count,
                    "\(account)")
                #expect(incidents.contains("Nothing found.") == (count == 0), "\(account)")
                // It stays while one looks at others.
                #expect(
                    incidents.contains(
                        "href=\"/admin/incidents?status=any&amp;account_id=\(account)\""))
                #expect(incidents.contains("name=\"account_id\" value=\"\(account)\""))
            }
            let resolved = try await person.get("/admin/incidents?status=resolved&account_id=ann")
            #expect(resolved.status == 200 && resolved.text.contains("Nothing found."))
        }
    }
}
