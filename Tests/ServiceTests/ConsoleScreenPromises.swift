import Authentication
import Cryptography
import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import Testing

@testable import Service

@Suite("The console's screens")
struct ConsoleScreenPromises {
    private static let nasty = "<img src=x onerror=alert(1)>\"'&</title></td><script>x()</script>"

    @Test func `every screen says what a browser may do with it`() async throws {
        try await ServiceFixture.with { fixture in
            let intent = try await fixture.device("ann", "phone").granted("monthly")
            var person = ConsoleBrowser(fixture)
            let open = [try await person.get("/admin/sign-in"), try await person.get("/admin")]
            try await person.signIn(fixture.operatorKey)
            var answers = open
            for (path, status) in [
                ("/admin", 200), ("/admin/locks", 200), ("/admin/locks?status=reserved", 200),
                ("/admin/locks?status=completed", 400), ("/admin/locks?cursor=x", 400),
                ("/admin/intents/\(intent.id.wireText)", 200), ("/admin/account?id=ann", 200),
                ("/admin/account?id=nobody", 404), ("/admin/account", 400),
                ("/admin/account?id=ann&environment=Production", 400),
                ("/admin/incidents", 200), ("/admin/incidents?status=x", 400),
                ("/admin/audit", 200), ("/admin/audit?cursor=x", 400),
                ("/admin/search?q=nothing", 200), ("/admin/search?q=", 200),
                ("/admin/search?q=%ff", 400), ("/admin/intents/7", 404),
            ] {
                let answer = try await person.get(path)
                #expect(answer.status == status, "\(path)")
                answers.append(answer)
            }
            for answer in answers {
                #expect(answer.header("content-security-policy") == ConsolePage.policy)
                #expect(answer.header("x-content-type-options") == "nosniff")
                #expect(answer.header("referrer-policy") == "no-referrer")
                #expect(answer.header("cache-control") == "no-store")
                #expect(answer.header("content-type") == "text/html; charset=utf-8")
                #expect(foreignMarkup(in: answer.text).isEmpty)
                #expect(!answer.text.contains("style=") && !answer.text.contains("http"))
            }
            #expect(!ConsolePage.policy.contains("unsafe"))
            let style = try await person.get("/admin/style.css")
            #expect(style.header("content-type") == "text/css; charset=utf-8")
            #expect(!style.text.contains("url(") && !style.text.contains("@import"))
        }
    }

    @Test func `locks come in pages and by what is asked for`() async throws {
        try await ServiceFixture.with { fixture in
            for number in 1...51 {
                _ = try await fixture.device("account-\(number)", "phone").granted("monthly")
            }
            _ = try await fixture.device("ann", "phone").granted("coins")
            try await fixture.ask(
                """
                update interlock.intent set stuck_at = now() - interval '1 second'
                where account_id = 'account-51'
                """)
            var viewer = ConsoleBrowser(fixture)
            try await viewer.signIn(fixture.viewerKey)
            func rows(_ page: String) -> Int { page.split(separator: "/admin/intents/").count - 1 }
            let first = try await viewer.get("/admin/locks").text
            #expect(rows(first) == 50)
            let stuck = try #require(first.split(separator: "<tbody>").last).prefix(400)
            #expect(stuck.contains("badge bad") && stuck.contains("monthly"))
            let link = try #require(
                first.split(separator: "href=\"/admin/locks?cursor=").last?
                    .split(separator: "\"").first)
            #expect(rows(try await viewer.get("/admin/locks?cursor=\(link)").text) == 2)
            for (query, count) in [
                ("account_id=ann", 1), ("product_id=coins", 1), ("status=pending", 0),
                ("older_than=600", 0), ("older_than=0&account_id=ann", 1),
                ("status=reserved&account_id=account-7&product_id=&environment=Sandbox", 1),
            ] {
                #expect(rows(try await viewer.get("/admin/locks?\(query)").text) == count)
            }
        }
    }

    @Test func `what clients wrote is shown as text on every screen`() async throws {
        try await ServiceFixture.with { fixture in
            let nasty = Self.nasty
            let escaped = String(HTML.text(nasty).markup)
            let phone = try fixture.device(nasty, "d" + nasty)
            let request = ReserveRequest(
                productID: "monthly", requestID: "r" + nasty,
                metadata: .object(["m" + nasty: .string("v" + nasty)]))
            let answer = try await phone.post(
                "/v1/intents", String(decoding: try WireCoding.encode(request), as: UTF8.self))
            #expect(answer.status == 201, "\(answer.text)")
            let intent = try answer.read(IntentEnvelope.self).intent
            var person = ConsoleBrowser(fixture)
            try await person.signIn(try await nastyOperator(fixture))
            let path = "/admin/intents/\(intent.id.wireText)"
            let account = "/admin/account?id=\(PercentCoding.encode(nasty))"
            var pages = [
                try await person.get("/admin/locks"), try await person.get("/admin"),
                try await person.get(path),
            ]
            #expect(pages[2].text.contains("r" + escaped) && pages[2].text.contains("d" + escaped))
            #expect(pages[2].text.contains("v&lt;img src=x onerror=alert(1)&gt;"))
            #expect(pages[0].text.contains(escaped) && pages[1].text.contains(escaped))
            let done = try await person.post("\(path)/release", ["reason": "w" + nasty])
            #expect(done.status == 303)
            let error = ReportRequest(result: .failed, error: "e" + nasty)
            _ = try await phone.report(
                intent, String(decoding: try WireCoding.encode(error), as: UTF8.self))
            let bill = fixture.bought("t" + nasty, "p" + nasty, line: "l" + nasty)
            let other = try fixture.device("o" + nasty, "phone")
            try await phone.upload(bill, fixture)
            try await other.upload(bill, fixture)
            pages += [
                try await person.get(path), try await person.get(account),
                try await person.get("/admin/incidents"),
                try await person.get("/admin/search?q=\(PercentCoding.encode("x" + nasty))"),
                try await person.get("/admin/locks?product_id=\(PercentCoding.encode(nasty))"),
                try await person.get("/admin/audit"),
            ]
            for (page, mark) in zip(pages[3...], ["w", "t", "o", "x", "", "w"]) {
                #expect(page.status == 200 && page.text.contains(mark + escaped), "\(mark)")
            }
            for page in pages {
                #expect(foreignMarkup(in: page.text).isEmpty, "\(foreignMarkup(in: page.text))")
            }
        }
    }

    @Test func `no key, token or signed transaction is on a page`() async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let intent = try await phone.granted("monthly")
            let signed = try fixture.purchase(
                "1", "monthly", token: intent.appAccountToken, expires: 3_600_000)
            #expect(
                try await phone.report(
                    intent, #"{"result":"purchased","signed_transaction":"\#(signed)"}"#
                ).status == 200)
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.adminKey)
            let cookie = try #require(person.cookies["interlock_session"])
            let secret = String(cookie.prefix { $0 != ":" })
            for path in [
                "", "/locks", "/intents/\(intent.id.wireText)", "/account?id=ann", "/incidents",
                "/audit", "/search?q=x", "/sign-in",
            ] {
                let page = try await person.get("/admin" + path).text
                for word in ["eyJ", fixture.adminKey, secret, signed, phone.credential ?? ""] {
                    #expect(!page.contains(word), "\(path)")
                }
            }
        }
    }

    private func nastyOperator(_ fixture: ServiceFixture) async throws -> String {
        let (text, key) = AccessKey.generate()
        _ = try await fixture.storage.keys.create(
            key, id: UUID(), appID: "demo", role: .operator, label: Self.nasty, actor: .user)
        return text.expose()
    }
}
