import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import StoreSigner
import Testing

@testable import Service

@Suite("What others wrote, on the console's newer screens")
struct ConsoleEscapePromises {
    /// Markup for every place that it could land in, and letters that turn the direction of what follows.
    private static let nasty =
        "<b onload=x()>\"'&</title></td></textarea></desc><script>x()</script>\u{202e}\u{2066}"

    private func expectText(_ page: HTTPClientResponse, _ mark: String) {
        let escaped = HTML.text(mark + Self.nasty).markup
        #expect(page.text.contains(escaped), "\(mark) in \(page.status)")
        #expect(foreignMarkup(in: page.text).isEmpty, "\(foreignMarkup(in: page.text))")
        // Wherever it stands in a sentence or a cell it can't turn what is around it.
        for part in page.text.split(separator: escaped).dropLast() {
            let isShielded =
                part.hasSuffix("<bdi>") || part.hasSuffix("value=\"") || part.contains("<textarea")
                || part.contains("<pre>") || part.hasSuffix(", ") || part.hasSuffix("<title>")
                || part.hasSuffix("<h1>") || part.hasSuffix(": ") || part.hasSuffix(" → ")
            #expect(isShielded, "\(part.suffix(40))")
        }
    }

    @Test func `a catalog's names are text wherever they are shown`() async throws {
        try await ServiceFixture.with { fixture in
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.adminKey)
            func name(_ mark: String) -> String { mark + Self.nasty }
            let document = CatalogDocument(
                products: [
                    .init(
                        productID: name("p"), kind: "auto_renewable", subscriptionGroup: name("g"),
                        exclusionSets: [name("s")]),
                    .init(
                        productID: name("q"), kind: "auto_renewable", subscriptionGroup: name("g"),
                        exclusionSets: [name("s")]),
                ], exclusionSets: [.init(id: name("s"), audience: "account")],
                ownedRules: [.init(owned: name("p"), wanted: name("q"), rule: "block")])
            let text = String(decoding: try WireCoding.encode(document), as: UTF8.self)
            try await person.get("/admin/catalog/edit")
            let shown = try await person.post("/admin/catalog/check", ["document": text])
            for mark in ["p", "q", "s"] { expectText(shown, mark) }
            #expect(try await person.post("/admin/catalog/apply").status == 303)
            let page = try await person.get("/admin/catalog")
            for mark in ["p", "q", "s", "g"] { expectText(page, mark) }
            let edit = try await person.get("/admin/catalog/edit")
            #expect(foreignMarkup(in: edit.text).isEmpty)

            var wrong = document
            wrong.exclusionSets = [.init(id: name("s"), audience: name("a"))]
            wrong.ownedRules = [.init(owned: name("z"), wanted: name("q"), rule: name("r"))]
            let refused = try await person.post(
                "/admin/catalog/check",
                ["document": String(decoding: try WireCoding.encode(wrong), as: UTF8.self)])
            #expect(refused.status == 422 && foreignMarkup(in: refused.text).isEmpty)
            for bad in ["\\u0000", String(repeating: "x", count: 256)] {
                try await person.get("/admin/catalog/edit")
                let answer = try await person.post(
                    "/admin/catalog/check",
                    [
                        "document":
                            "{\"products\":[{\"product_id\":\"\(bad)\",\"kind\":\"consumable\"}]}"
                    ])
                #expect(answer.status == 422 && answer.text.contains("products[0].product_id"))
            }
        }
    }

    @Test func `a key's label is text, bounded and without control characters`() async throws {
        try await ServiceFixture.with { fixture in
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.adminKey)
            try await person.get("/admin/keys")
            let made = try await person.post(
                "/admin/keys", ["role": "admin", "label": "k" + Self.nasty])
            expectText(made, "k")
            let page = try await person.get("/admin/keys")
            expectText(page, "k")
            let keys = try await fixture.storage.keys.list(appID: "demo")
            let key = try #require(keys.first { $0.label.hasPrefix("k<") })
            expectText(try await person.get("/admin/keys/\(key.id.wireText)/revoke"), "k")
            for label in ["a\u{0}b", String(repeating: "l", count: 129)] {
                try await person.get("/admin/keys")
                let refused = try await person.post(
                    "/admin/keys", ["role": "viewer", "label": label])
                #expect(refused.status == 400)
            }
        }
    }

    @Test func `members and products are text in what other devices see`() async throws {
        try await ServiceFixture.with { fixture in
            try await fixture.setCatalog(
                String(
                    decoding: try WireCoding.encode(
                        CatalogDocument(products: [
                            .init(
                                productID: "p" + Self.nasty, kind: "non_consumable",
                                familyShareable: true)
                        ])), as: UTF8.self))
            let ann = try fixture.device("ann", "phone")
            let bob = try fixture.device("m" + Self.nasty, "phone")
            let request = ReserveRequest(productID: "p" + Self.nasty, requestID: "r")
            let answer = try await ann.post(
                "/v1/intents", String(decoding: try WireCoding.encode(request), as: UTF8.self))
            let intent = try answer.read(IntentEnvelope.self).intent
            try await bob.upload(
                fixture.bought("1", "p" + Self.nasty, change: { $0.type = "Non-Consumable" }),
                fixture)
            let group = try await ann.post("/v1/groups", "{}").read(GroupEnvelope.self).group
            let invitation = try await ann.post("/v1/groups/\(group.id)/invitations", "{}")
                .read(InvitationEnvelope.self).invitation
            _ = try await bob.post("/v1/invitations/\(invitation.code)/accept", "{}")
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.viewerKey)
            let page = try await person.get("/admin/intents/\(intent.id.wireText)")
            expectText(page, "m")
            expectText(page, "p")
        }
    }
}
