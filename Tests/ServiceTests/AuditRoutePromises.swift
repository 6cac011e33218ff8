import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import Testing

@testable import Service

@Suite("The audit over HTTP and in the console")
struct AuditRoutePromises {
    /// Releases an intent of `account`.
    private func release(
        _ fixture: ServiceFixture, _ account: String, reason: String
    ) async throws {
        let intent = try await fixture.device(account, "phone").granted("monthly")
        let answer = try await fixture.caller(fixture.operatorKey).post(
            "/v1/admin/intents/\(intent.id.wireText)/release", "{\"reason\":\"\(reason)\"}")
        #expect(answer.status == 200, "\(answer.text)")
    }

    private func page(_ fixture: ServiceFixture, _ query: String) async throws -> AuditList {
        try await fixture.caller(fixture.viewerKey).send(.get, "/v1/admin/audit?\(query)")
            .read(AuditList.self)
    }

    @Test func `a viewer reads who did what to whom, what it changed and why`() async throws {
        try await ServiceFixture.with { fixture in
            try await release(fixture, "ann", reason: "ticket 12")
            let record = try #require(try await page(fixture, "account_id=ann").records.first)
            #expect(record.act == "intent.release" && record.reason == "ticket 12")
            guard case .object(let actor) = record.actor, case .object(let subject) = record.subject
            else {
                Issue.record("no objects")
                return
            }
            #expect(actor["label"] == .string("operator"))
            #expect(subject["product_id"] == .string("monthly"))
            guard case .string(let known) = subject["account_subject"] else {
                Issue.record("no subject")
                return
            }
            #expect(record.accounts == [known: "ann"])
            #expect(record.hash.utf8.count == 64)
        }
    }

    @Test func `its page says acts and members as a support person does`() async throws {
        try await ServiceFixture.with(environments: [.sandbox, .production]) { fixture in
            _ = try await fixture.device("ann", "phone").post(
                "/v1/intents",
                #"{"product_id":"monthly","request_id":"r","environment":"Sandbox"}"#)
            let intent = try #require(
                try await fixture.storage.intents.locks(
                    appID: "demo", .init(), atMost: 1
                ).rows.first?.intent)
            _ = try await fixture.caller(fixture.operatorKey).post(
                "/v1/admin/intents/\(intent.id.wireText)/release", #"{"reason":"ticket 12"}"#)
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.viewerKey)
            for (language, words) in [
                (
                    "en",
                    [
                        "Released a lock", "Sets it locks", "Created a key", "Changed the catalog",
                        "Sandbox, Production",
                    ]
                ),
                (
                    "zh", ["解除锁定", "占用的互斥组", "创建密钥", "更新商品目录", "沙盒环境、生产环境"]
                ),
            ] {
                let page = try await person.get(
                    "/admin/audit", headers: [("Accept-Language", language)]
                ).text
                let text = visibleTexts(of: page).joined()
                for word in words { #expect(text.contains(word), "\(word) in \(text)") }
                for raw in ["intent.release", "key.create", "risk until", "claims"] {
                    #expect(!text.contains(raw), "\(raw)")
                }
            }
            let found = try await person.get("/admin/audit?act=intent.release").text
            #expect(found.contains("ticket 12"))
        }
    }

    @Test func `it comes in pages, narrowed by account, act and time`() async throws {
        try await ServiceFixture.with { fixture in
            for number in 1...5 {
                try await release(
                    fixture, number.isMultiple(of: 2) ? "bob" : "ann", reason: "\(number)")
            }
            var pages: [[String]] = []
            var next = ""
            repeat {
                let page = try await page(fixture, "act=intent.release&limit=2\(next)")
                pages.append(page.records.map(\.reason))
                next = page.nextCursor.map { "&cursor=\($0)" } ?? ""
            } while !next.isEmpty && pages.count < 9
            #expect(pages == [["5", "4"], ["3", "2"], ["1"]])
            #expect(
                try await page(fixture, "account_id=bob").records.map(\.reason) == ["4", "2"])
            let third = try await page(fixture, "act=intent.release").records[2]
            let from = PercentCoding.encode("\(third.at)")
            // Written in milliseconds: the record itself may be just after.
            #expect(
                try await page(fixture, "act=intent.release&from=\(from)").records.map(\.reason)
                    == ["5", "4", "3"])
            #expect(try await page(fixture, "account_id=nobody").records.isEmpty)
            let viewer = fixture.caller(fixture.viewerKey)
            for query in ["limit=0", "cursor=x", "from=yesterday", "to=1", "account_id="] {
                let refused = try await viewer.send(.get, "/v1/admin/audit?\(query)")
                #expect(refused.status == 400, "\(query)")
            }
        }
    }

    @Test func `the console shows before and after, filters and turns pages`() async throws {
        try await ServiceFixture.with { fixture in
            try await release(fixture, "ann", reason: "oldest-ticket")
            for number in 1...51 { try await release(fixture, "bob", reason: "next \(number)") }
            var viewer = ConsoleBrowser(fixture)
            try await viewer.signIn(fixture.viewerKey)
            let all = try await viewer.get("/admin/audit").text
            #expect(all.contains("next 51") && !all.contains("oldest-ticket"))
            #expect(foreignMarkup(in: all).isEmpty)
            let older = try #require(all.firstMatch(of: /\/admin\/audit\?cursor=\d+/)).output
            let second = try await viewer.get(String(older)).text
            #expect(second.contains("oldest-ticket") && second.contains("app.create"))
            let ann = try await viewer.get("/admin/audit?account_id=ann&act=intent.release").text
            for words in [
                "oldest-ticket", "reserved", "released", "premium",
                "href=\"/admin/account?id=ann\"",
            ] {
                #expect(ann.contains(words), "\(words)")
            }
            #expect(!ann.contains("next 1"))
            #expect(try await viewer.get("/admin/audit?from=2026-02-30").status == 400)
            let day = ServiceContext.now.description.prefix(10)
            let today = try await viewer.get("/admin/audit?from=\(day)&to=\(day)").text
            #expect(today.contains("next 51"))
            #expect(try await viewer.get("/admin/audit?to=2020-01-01").text.contains("Nothing"))
        }
    }

    @Test func `a forgotten account's records stay, without its name`() async throws {
        try await ServiceFixture.with { fixture in
            try await release(fixture, "ann", reason: "ticket")
            let gone = try await fixture.caller(fixture.serviceKey).send(
                .delete, "/v1/accounts/ann")
            #expect(gone.status == 204)
            #expect(try await page(fixture, "account_id=ann").records.isEmpty)
            let records = try await page(fixture, "").records
            #expect(records.first?.act == "account.forget")
            #expect(records.allSatisfy { $0.accounts.isEmpty })
            var viewer = ConsoleBrowser(fixture)
            try await viewer.signIn(fixture.viewerKey)
            let audit = try await viewer.get("/admin/audit").text
            #expect(audit.contains("a forgotten account") && !audit.contains(">ann<"))
            let link = try #require(audit.firstMatch(of: /\/admin\/audit\?subject=[0-9a-f-]+/))
            let rest = try await viewer.get(String(link.output)).text
            #expect(rest.contains("account.forget") && rest.contains("ticket"))
        }
    }
}
