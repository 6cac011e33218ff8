import FoundationEssentials
import HTTPClient
import HTTPServer
import InterlockAPI
import Storage
import Telemetry
import Testing

@testable import Service

@Suite("What a screen asks the database")
struct ConsoleQueryPromises {
    /// Statements for one screen, the look at the session among them.
    private static let most = 3

    @Test func `every screen that is read takes three queries at most`() async throws {
        try await ServiceFixture.with { fixture in
            let paths = try await paths(fixture)
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.adminKey)
            let screens = Console.routes().filter { $0.method == .get }
            // A new screen has to say how it is asked for.
            #expect(Set(screens.map(\.path)) == Set(paths.keys))
            for screen in screens {
                for path in paths[screen.path] ?? [] {
                    let before = statements(of: screen.name, fixture)
                    let answer = try await person.get(path)
                    #expect(answer.status == 200 || answer.status == 303, "\(path)")
                    let count = statements(of: screen.name, fixture) - before
                    #expect(count <= Self.most, "\(path) takes \(count)")
                    let asksNothing = [
                        "/admin/", "/admin/style.css", "/admin/script.js", "/admin/sign-in",
                    ]
                    #expect(
                        count > 0 || asksNothing.contains(screen.path), "\(path) takes none")
                }
            }
        }
    }

    private func statements(of screen: String, _ fixture: ServiceFixture) -> Int {
        ServiceMetrics.consoleStatements(fixture.metrics, route: screen).value
    }

    /// How each screen is asked for, by its template.
    private func paths(_ fixture: ServiceFixture) async throws -> [String: [String]] {
        let ann = try fixture.device("ann", "phone")
        let bob = try fixture.device("bob", "phone")
        let intent = try await ann.granted("monthly")
        try await ann.upload(fixture.bought("1", "lifetime"), fixture)
        try await bob.upload(fixture.bought("1", "lifetime"), fixture)
        let key = try #require(
            try await fixture.storage.keys.list(appID: "demo").first { $0.role == .viewer })
        return [
            "/admin": ["/admin"], "/admin/": ["/admin/"], "/admin/style.css": ["/admin/style.css"],
            "/admin/script.js": ["/admin/script.js"], "/admin/sign-in": ["/admin/sign-in"],
            "/admin/zone": ["/admin/zone"],
            "/admin/locks": [
                "/admin/locks", "/admin/locks?account_id=ann&older_than=0",
                "/admin/locks?status=reserved&product_id=monthly", "/admin/locks?stuck=yes",
            ],
            "/admin/search": [
                "/admin/search?q=ann", "/admin/search?q=nobody",
                "/admin/search?q=\(intent.appAccountToken.uuidString)",
            ],
            "/admin/account": ["/admin/account?id=ann", "/admin/account?id=bob"],
            "/admin/intents/{id}": ["/admin/intents/\(intent.id.wireText)"],
            "/admin/incidents": [
                "/admin/incidents", "/admin/incidents?status=any",
                "/admin/incidents?account_id=ann",
            ],
            "/admin/audit": ["/admin/audit"],
            "/admin/catalog": ["/admin/catalog"], "/admin/catalog/edit": ["/admin/catalog/edit"],
            "/admin/keys": ["/admin/keys"],
            "/admin/keys/{id}/revoke": ["/admin/keys/\(key.id.wireText)/revoke"],
        ]
    }
}
