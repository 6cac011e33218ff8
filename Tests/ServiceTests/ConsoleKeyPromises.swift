import Authentication
import FoundationEssentials
import HTTPClient
import InterlockAPI
import PostgresClient
import Storage
import TestSupport
import Testing

@testable import Service

@Suite("The console's keys")
struct ConsoleKeyPromises {
    private func signedIn(_ fixture: ServiceFixture) async throws -> ConsoleBrowser {
        var person = ConsoleBrowser(fixture)
        try await person.signIn(fixture.adminKey)
        return person
    }

    private func id(_ label: String, _ fixture: ServiceFixture) async throws -> String {
        let keys = try await fixture.storage.keys.list(appID: "demo")
        return try #require(keys.first { $0.label == label }).id.wireText
    }

    @Test func `a new key is shown once, and works`() async throws {
        try await ServiceFixture.with { fixture in
            var person = try await signedIn(fixture)
            try await person.get("/admin/keys")
            let made = try await person.post(
                "/admin/keys", ["role": "viewer", "label": "Ed's <desk>"])
            #expect(made.status == 200 && made.header("cache-control") == "no-store")
            #expect(made.header("location") == nil)
            let key = try #require(
                made.text.split(separator: "<code>").dropFirst().first?.split(separator: "<").first)
            #expect(key.hasPrefix("ilk_"))
            let listed = try await person.get("/admin/keys").text
            #expect(listed.contains("Ed&#39;s &lt;desk&gt;") && !listed.contains(key))
            var viewer = ConsoleBrowser(fixture)
            #expect(try await viewer.signIn(String(key)).status == 303)
            #expect(try await viewer.get("/admin/locks").status == 200)
            let row = try await fixture.ask(
                "select string_agg(k::text, ' ') from interlock.access_key k")
            #expect(row?.contains(key) == false)
        }
    }

    @Test func `a form that is sent again makes no second key, and shows none`() async throws {
        try await ServiceFixture.with { fixture in
            var person = try await signedIn(fixture)
            try await person.get("/admin/keys")
            let id = person.field("key_id")
            let form = ["role": "viewer", "label": "desk"]
            #expect(try await person.post("/admin/keys", form).status == 200)
            try await person.get("/admin/keys")
            let again = try await person.post("/admin/keys", form, hidden: ["key_id": id])
            #expect(again.status == 412 && again.text.contains("made its key already"))
            #expect(!again.text.contains("ilk_"))
            let keys = try await fixture.storage.keys.list(appID: "demo")
            #expect(keys.count { $0.label == "desk" } == 1)
        }
    }

    @Test func `a revoked key is refused, and its sessions end`() async throws {
        try await ServiceFixture.with { fixture in
            var person = try await signedIn(fixture)
            var viewer = ConsoleBrowser(fixture)
            try await viewer.signIn(fixture.viewerKey)
            let path = "/admin/keys/\(try await id("viewer", fixture))/revoke"
            let asked = try await person.get(path)
            #expect(asked.status == 200 && asked.text.contains("can&#39;t be undone"))
            #expect(!asked.text.contains("name=\"own\""))
            #expect(try await viewer.get("/admin").status == 200, "asking revokes nothing")
            let done = try await person.post(path)
            #expect(done.header("location") == "/admin/keys?notice=revoked")
            #expect(try await person.get("/admin/keys?notice=revoked").text.contains("Revoked."))
            #expect(try await viewer.get("/admin").status == 303)
            #expect(try await viewer.signIn(fixture.viewerKey).status == 401)
        }
    }

    @Test func `the key of one's own session goes only after a second yes`() async throws {
        try await ServiceFixture.with { fixture in
            var person = try await signedIn(fixture)
            let path = "/admin/keys/\(try await id("admin", fixture))/revoke"
            #expect(try await person.get(path).text.contains("ends your own session"))
            let asked = try await person.post(path)
            #expect(asked.status == 400 && asked.text.contains("name=\"own\""))
            #expect(try await person.get(path).status == 200)
            #expect(try await person.post(path, ["own": "yes"]).status == 303)
            #expect(
                try await person.get("/admin/keys").header("location")
                    == "/admin/sign-in?next=%2Fadmin%2Fkeys")
        }
    }

    @Test func `a key tells within the hour when it was last used`() async throws {
        try await ServiceFixture.with { fixture in
            func used(_ label: String) async throws -> Timestamp? {
                let keys = try await fixture.storage.keys.list(appID: "demo")
                return try #require(keys.first { $0.label == label }).usedAt
            }
            func age(_ label: String, _ interval: String) async throws {
                _ = try await fixture.ask(
                    """
                    update interlock.access_key set used_at = used_at - interval '\(interval)'
                    where label = '\(label)' returning label
                    """)
            }
            let key = try #require(AccessKey(fixture.operatorKey))
            #expect(try await used("operator") == nil)
            _ = try await fixture.storage.keys.use(key)
            let first = try #require(try await used("operator"))
            _ = try await fixture.storage.keys.use(key)
            #expect(try await used("operator") == first)
            try await age("operator", "61 minutes")
            _ = try await fixture.storage.keys.use(key)
            let later = try #require(try await used("operator"))
            #expect(later > first)
            #expect(try await used("viewer") == nil, "nobody used it")
            // A key that somebody holds, say to revoke it, is found without waiting.
            try await age("operator", "2 hours")
            let aged = try await used("operator")
            try await holding("select from interlock.access_key for update", fixture.url) {
                let found = try await fixture.storage.keys.use(key)
                #expect(found?.label == "operator")
            }
            #expect(try await used("operator") == aged)
            var person = try await signedIn(fixture)
            let listed = try await person.get("/admin/keys").text
            #expect(listed.contains("Last used"))
            #expect(try await used("admin") != nil)
        }
    }

    @Test func `a key has a role and a label`() async throws {
        try await ServiceFixture.with { fixture in
            var person = try await signedIn(fixture)
            for label in ["", " ", "a\u{7}b", String(repeating: "ж", count: 65)] {
                try await person.get("/admin/keys")
                let refused = try await person.post(
                    "/admin/keys", ["role": "admin", "label": label])
                #expect(refused.status == 400 && refused.text.contains("Say whom"))
                #expect(refused.text.contains("<option value=\"admin\" selected>"))
            }
            for label in ["desk ilk_0123456789abcdefghij", "ilk_01234\u{1}56789abcdefghij"] {
                try await person.get("/admin/keys")
                let refused = try await person.post(
                    "/admin/keys", ["role": "admin", "label": label])
                #expect(refused.status == 400 && refused.text.contains("looks like a key"))
                #expect(!refused.text.contains("Say whom") && !refused.text.contains("01234"))
            }
            for role in ["root", "", "Admin"] {
                try await person.get("/admin/keys")
                #expect(
                    try await person.post("/admin/keys", ["role": role, "label": "x"]).status
                        == 400)
            }
            #expect(try await fixture.storage.keys.list(appID: "demo").count == 4)
        }
    }

    @Test func `only an admin, by a form of the console, and only of the own app`() async throws {
        try await ServiceFixture.with { fixture in
            let viewer = try await id("viewer", fixture)
            for key in [fixture.viewerKey, fixture.operatorKey] {
                var person = ConsoleBrowser(fixture)
                try await person.signIn(key)
                for path in ["/admin/keys", "/admin/keys/\(viewer)/revoke"] {
                    #expect(try await person.get(path).status == 403)
                    try await person.get("/admin")
                    let refused = try await person.post(path, ["role": "admin", "label": "x"])
                    #expect(refused.status == 403)
                }
            }
            var admin = try await signedIn(fixture)
            for path in ["/admin/keys", "/admin/keys/\(viewer)/revoke"] {
                try await admin.get("/admin/keys")
                let forged = try await admin.post(
                    path, ["role": "admin", "label": "x"], hidden: ["form_token": nil])
                #expect(forged.status == 403)
            }
            let (_, key) = AccessKey.generate()
            let other = UUID()
            _ = try await fixture.storage.keys.create(
                key, id: other, appID: "other", role: .viewer, label: "other", actor: .user)
            for id in [other.wireText, UUID().wireText, "7"] {
                #expect(try await admin.get("/admin/keys/\(id)/revoke").status == 404)
                try await admin.get("/admin/keys")
                #expect(try await admin.post("/admin/keys/\(id)/revoke").status == 404)
            }
            #expect(
                try await fixture.ask(
                    "select count(*)::text from interlock.access_key where revoked_at is null")
                    == "5")
        }
    }
}
