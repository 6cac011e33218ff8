import Coordination
import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import Telemetry
import TestSupport
import Testing

@testable import Service

@Suite("The console's catalog")
struct ConsoleCatalogPromises {
    private static let chinese = [(name: "Accept-Language", value: "zh")]

    private func signedIn(_ fixture: ServiceFixture) async throws -> ConsoleBrowser {
        var person = ConsoleBrowser(fixture)
        try await person.signIn(fixture.adminKey)
        return person
    }

    private func document(_ change: (inout CatalogDocument) -> Void) throws -> String {
        let base = ServiceFixture.catalog.replacing("DEADLINES", with: "")
        var document = try WireCoding.decode(CatalogDocument.self, from: Array(base.utf8))
        change(&document)
        return String(decoding: try WireCoding.encode(document), as: UTF8.self)
    }

    @Test func `the catalog is read as tables, and as the document`() async throws {
        try await ServiceFixture.with(reserved: "PT90S") { fixture in
            var person = try await signedIn(fixture)
            let page = try await person.get("/admin/catalog").text
            let texts = visibleTexts(of: page)
            for words in [
                "monthly", "auto renewable", "G", "lifetime", "non consumable", "the whole group",
                "monthly, yearly, lifetime", "1 min 30 s", "15 min", "1 day 1 h", "30 days",
            ] {
                #expect(texts.contains(words), "\(words)")
            }
            let raw = try #require(texts.first { $0.hasPrefix("{\n") })
            #expect(raw.contains("\n    {\"product_id\": \"coins\", \"kind\": \"consumable\"}"))
            let edit = try await person.get("/admin/catalog/edit").text
            #expect(visibleTexts(of: edit).contains { $0.hasSuffix(raw) })
        }
    }

    @Test func `what a new document would change is shown product by product, then applied`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            var person = try await signedIn(fixture)
            try await person.get("/admin/catalog/edit")
            let next = try document {
                $0.products.removeAll { $0.productID == "yearly" }
                $0.products[0].level = 2
                $0.products.append(.init(productID: "gems", kind: "consumable"))
                $0.exclusionSets = [.init(id: "premium", audience: "account")]
                $0.deadlines = .init(pending: "PT48H")
            }
            let shown = try await person.post("/admin/catalog/check", ["document": next])
            #expect(shown.status == 200)
            let lines = shown.text.split(separator: "<li>").map {
                visibleTexts(of: "<li>" + $0).joined(separator: "|")
            }
            for line in [
                "changed| product |monthly|Level|none| → |2", "removed| product |yearly|",
                "added| product |gems|Kind|consumable",
                "changed| exclusion set |premium|Locks and owns for|the whole group| → "
                    + "|each account alone",
                "changed| deadline Pending, from the last report|Length|1 day 1 h| → |2 days",
            ] {
                #expect(lines.contains { $0.hasPrefix(line) }, "\(line) in \(lines)")
            }
            #expect(person.field("seen") == "1")
            #expect(try await fixture.registryRevision() == 1, "nothing is applied by looking")

            let pad = try fixture.device("ann", "pad")
            let etag = try await pad.state().etag
            async let woken = withDeadline(.seconds(20)) { try await pad.poll(etag) }
            try await parked(1, fixture)
            let applied = try await person.post("/admin/catalog/apply")
            #expect(applied.header("location") == "/admin/catalog?notice=applied")
            let page = try await person.get("/admin/catalog?notice=applied").text
            #expect(page.contains("Applied.") && page.contains("gems") && !page.contains("yearly"))
            let state = try await woken.read(StateDocument.self)
            #expect(state.product("gems") != nil && state.product("yearly") == nil)
            #expect(
                try await fixture.ask(
                    "select actor ->> 'label' from interlock.catalog_history where revision = 2")
                    == "admin")

            let audited = try await fixture.ask(
                """
                select concat_ws(' ', before -> 'products', after -> 'products',
                    before -> 'deadlines', after -> 'deadlines')
                from interlock.audit where act = 'catalog.apply' order by place desc limit 1
                """)
            #expect(
                audited == #"{"monthly": {}} {"monthly": {"level": 2}} null {"pending": "PT48H"}"#,
                "what was and what is")

            try await person.get("/admin/catalog/edit")
            let same = try await person.post("/admin/catalog/check", ["document": next])
            #expect(same.text.contains("Nothing would change"))
        }
    }

    @Test func `of a product that would go the open intents are said, and sets in words`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            for account in ["ann", "bob"] {
                _ = try await fixture.device(account, "phone").granted("coins")
            }
            var person = try await signedIn(fixture)
            let next = try document {
                $0.products.removeAll { ["coins", "yearly"].contains($0.productID) }
                $0.products.append(
                    .init(
                        productID: "gems", kind: "consumable", exclusionSets: ["premium", "shop"]))
                $0.exclusionSets = [.init(id: "premium", audience: "account")]
            }
            for (headers, open, none, sets) in [
                ([], "Open intents of it: 2. They stay", "No open intents.", "premium, shop"),
                (
                    Self.chinese, "进行中的购买意向：2 个。它们会保留", "没有进行中的购买意向。", "premium、shop"
                ),
            ] {
                try await person.get("/admin/catalog/edit")
                let before = ServiceMetrics.consoleStatements(
                    fixture.metrics, route: "consoleCatalogCheck"
                ).value
                let shown = try await person.post(
                    "/admin/catalog/check", ["document": next], headers: headers)
                let after = ServiceMetrics.consoleStatements(
                    fixture.metrics, route: "consoleCatalogCheck"
                ).value
                #expect(after - before == 3, "queries of a screen")
                let texts = visibleTexts(of: shown.text)
                #expect(texts.contains { $0.hasPrefix(open) }, "\(texts)")
                #expect(texts.contains(none) && texts.contains(sets), "\(texts)")
                #expect(!texts.dropLast().contains { $0.contains("[\"") && !$0.contains("{") })
            }
            let counts = try await fixture.storage.intents.open(
                of: ["coins", "nothing", "yearly"], appID: "demo")
            #expect(counts == ["coins": 2, "nothing": 0, "yearly": 0])
            #expect(
                try await fixture.storage.intents.open(of: ["coins"], appID: "other")
                    == ["coins": 0])
        }
    }

    @Test func `what somebody else applied meanwhile is not overwritten, but shown`() async throws {
        try await ServiceFixture.with { fixture in
            var person = try await signedIn(fixture)
            try await person.get("/admin/catalog/edit")
            let mine = try document { $0.products[3].level = 3 }
            try await person.post("/admin/catalog/check", ["document": mine])
            try await fixture.setCatalog(try document { $0.products.removeLast() })
            let stale = try await person.post("/admin/catalog/apply")
            #expect(stale.status == 412 && stale.text.contains("Somebody else changed"))
            #expect(stale.text.contains("coins") && person.field("seen") == "2")
            #expect(try await fixture.registryRevision() == 2)
            // Having seen it, one may go on.
            #expect(try await person.post("/admin/catalog/apply").status == 303)
            #expect(try await fixture.registryRevision() == 3)
        }
    }

    @Test func `a wrong document shows each error with its place, beside what was pasted`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            var person = try await signedIn(fixture)
            let wrong = """
                {"products": [{"product_id": "a", "kind": "gift", "level": 0}, {"kind": "consumable"},
                  {"product_id": "</textarea><script>x()</script>", "kind": "consumable", "x": 1}],
                 "deadlines": {"pending": "P1Y"}}
                """
            for (headers, messages) in [
                (
                    [],
                    [
                        "products[0].kind", "must be one of", "products[0].level",
                        "products[1].product_id", "is required", "deadlines.pending",
                    ]
                ),
                (Self.chinese, ["products[0].kind", "必须是以下之一", "1 到 1000", "缺少此项", "PT2M"]),
            ] {
                try await person.get("/admin/catalog/edit")
                let refused = try await person.post(
                    "/admin/catalog/check", ["document": wrong], headers: headers)
                #expect(refused.status == 422)
                let texts = visibleTexts(of: refused.text)
                for message in messages {
                    #expect(texts.contains { $0.contains(message) }, "\(message)")
                }
                #expect(texts.contains("\n" + wrong), "the pasted text is kept")
                #expect(foreignMarkup(in: refused.text).isEmpty)
            }
            for text in ["", "{", "[]", "{\"products\":[{\"a\":\"\\ud800\"}]}", "nul"] {
                try await person.get("/admin/catalog/edit")
                #expect(
                    try await person.post("/admin/catalog/check", ["document": text]).status == 422)
                try await person.get("/admin/catalog/edit")
                let applied = try await person.post(
                    "/admin/catalog/apply", ["document": text], hidden: ["seen": "1"])
                #expect(applied.status == 422, "nor by the second form alone")
            }
            #expect(try await fixture.registryRevision() == 1)
        }
    }

    @Test func `a catalog as large as the API takes goes through the form`() async throws {
        try await ServiceFixture.with { fixture in
            var person = try await signedIn(fixture)
            let many = try document { document in
                document.products += (0..<600).map {
                    .init(
                        productID: "p\($0)&\"" + String(repeating: "x", count: 150),
                        kind: "consumable")
                }
            }
            // Blanks take three bytes each in a form.
            let padding = CatalogLimits.bytes - many.utf8.count
            let full = many + String(repeating: "\n", count: padding)
            try await person.get("/admin/catalog/edit")
            let shown = try await person.post("/admin/catalog/check", ["document": full])
            #expect(shown.status == 200 && shown.text.contains("And 700 more"))
            #expect(try await person.post("/admin/catalog/apply").status == 303)
            #expect(try await person.get("/admin/catalog").status == 200)
            try await person.get("/admin/catalog/edit")
            let refused = try await person.post(
                "/admin/catalog/check", ["document": full + " "])
            #expect(refused.status == 422 && refused.text.contains("4194304"))
        }
    }

    @Test func `only an admin sees it or changes it`() async throws {
        try await ServiceFixture.with { fixture in
            for key in [fixture.viewerKey, fixture.operatorKey] {
                var person = ConsoleBrowser(fixture)
                try await person.signIn(key)
                let overview = try await person.get("/admin").text
                #expect(!overview.contains("/admin/catalog") && !overview.contains("/admin/keys"))
                for path in ["/admin/catalog", "/admin/catalog/edit"] {
                    #expect(try await person.get(path).status == 403)
                }
                for path in ["/admin/catalog/check", "/admin/catalog/apply"] {
                    try await person.get("/admin")
                    let refused = try await person.post(
                        path, ["document": try document { $0.products.removeLast() }],
                        hidden: ["seen": "1"])
                    #expect(refused.status == 403)
                }
            }
            var admin = try await signedIn(fixture)
            for path in ["/admin/catalog/check", "/admin/catalog/apply"] {
                try await admin.get("/admin")
                let forged = try await admin.post(
                    path, ["document": "{}"], hidden: ["seen": "1", "form_token": "x"])
                #expect(forged.status == 403)
                try await admin.get("/admin")
                #expect(try await admin.post(path, hidden: ["seen": "x"]).status == 400)
            }
            #expect(try await fixture.registryRevision() == 1)
        }
    }
}

extension ServiceFixture {
    /// The revision of the catalog in the database.
    fileprivate func registryRevision() async throws -> Int64? {
        try await storage.catalogs.read(appID: "demo")?.compiled.revision
    }
}
