import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import TestSupport
import Testing

@testable import Service

@Suite("The console's script and its pages' etags")
struct ConsoleLivePromises {
    @Test func `a page that has not changed costs nothing to look at again`() async throws {
        try await ServiceFixture.with(configure: { $0.sampleInterval = .seconds(3_600) }) {
            fixture in
            // The first sample changes the overview; the next one is an hour away.
            try await eventually("the first sample is taken") {
                try await !fixture.storage.console.overview(appID: "demo").samples.isEmpty
            }
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.viewerKey)
            for path in ["/admin", "/admin/locks"] {
                let first = try await person.get(path)
                #expect(first.text.contains("<main id=\"main\" data-live"))
                let etag = try #require(first.header("etag"))
                let again = try await person.get(path, headers: [("If-None-Match", etag)])
                #expect(again.status == 304 && again.body.isEmpty && again.header("etag") == etag)
                #expect(again.header("content-security-policy") == ConsolePage.policy)
                _ = try await fixture.device("a\(path.count)", "phone").granted("coins")
                let changed = try await person.get(path, headers: [("If-None-Match", etag)])
                #expect(changed.status == 200 && changed.header("etag") != etag)
            }
            let closed = ConsoleBrowser(fixture)
            var stranger = closed
            let refused = try await stranger.get("/admin", headers: [("If-None-Match", "*")])
            #expect(refused.status == 303, "an etag opens nothing")
        }
    }

    @Test func `pages load one script, which is the service's own`() async throws {
        try await ServiceFixture.with { fixture in
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.viewerKey)
            let page = try await person.get("/admin").text
            #expect(page.split(separator: "<script").count == 2)
            #expect(page.contains("<script src=\"/admin/script.js\" defer></script>"))
            let script = try await person.get("/admin/script.js")
            #expect(script.status == 200)
            #expect(script.header("content-type") == "text/javascript; charset=utf-8")
            #expect(script.header("x-content-type-options") == "nosniff")
            for word in ["eval", "Function(", "innerHTML =", "insertAdjacent", "http:", "https:"] {
                #expect(!script.text.contains(word), "\(word)")
            }
            for source in ["script-src 'self'", "connect-src 'self'", "default-src 'none'"] {
                #expect(ConsolePage.policy.contains(source))
            }
            #expect(!ConsolePage.policy.contains("unsafe"))
        }
    }

    @Test func `every answer below the console says what a browser may do with it`() async throws {
        try await ServiceFixture.with { fixture in
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.viewerKey)
            let answers = [
                try await person.get("/admin/nothing"), try await person.get("/admin/"),
                try await person.get("/admin/intents/a/b/c"), try await person.get("/admin?%"),
                try await person.get("/admin/sign-out"), try await person.post("/admin/locks"),
                try await person.get("/admin/catalog"), try await person.get("/admin/style.css"),
                try await person.get("/admin/script.js"), try await person.get("/admin?a=%ff"),
                try await person.post(
                    "/admin/sign-in", ["key": String(repeating: "k", count: 20_000)]),
            ]
            let statuses = Set(answers.map(\.status))
            #expect(statuses.isSuperset(of: [200, 400, 403, 404, 405, 413]), "\(statuses)")
            for answer in answers {
                let policy = answer.header("content-security-policy")
                #expect(policy?.hasPrefix("default-src 'none'") == true, "\(answer.status)")
                #expect(answer.header("x-content-type-options") == "nosniff")
            }
        }
    }
}
