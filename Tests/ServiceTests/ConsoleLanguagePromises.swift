import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import Testing

@testable import Service

@Suite("The console's languages")
struct ConsoleLanguagePromises {
    private static let chinese = [(name: "Accept-Language", value: "zh-CN,zh;q=0.9,en;q=0.8")]

    @Test(arguments: [
        ("", ConsoleLanguage.english), ("zh", .chinese), ("zh-CN", .chinese), ("ZH-hans", .chinese),
        ("zh-Hans-CN", .chinese), ("zh-SG", .chinese), ("zh-TW", .chinese), ("zh-Hant", .chinese),
        ("zh-TW,zh;q=0.9,en;q=0.8", .chinese), ("zh-HK, en;q=0.5", .chinese),
        ("en-GB,zh;q=0.9", .english), ("en;q=0.5, zh;q=0.6", .chinese),
        ("zh;q=0.5,en;q=0.5", .chinese), ("en;q=0.5,zh;q=0.5", .english), ("zh;q=0", .english),
        ("fr", .english), ("fr,zh;q=0.1", .chinese), ("*", .english), ("zh;q=x", .english),
        ("zh ; q = 0.4 , en ; q=0.3", .chinese), ("zh;q=-1,en;q=nan", .english),
        (",;,;q=1", .english), ("en;q=7,zh", .english),
    ]) func `the language that the reader likes best is taken`(
        _ text: String, _ language: ConsoleLanguage
    ) {
        #expect(ConsoleLanguage(accepting: text) == language)
    }

    @Test func `lengths of time are said in days, hours and minutes of each language`() {
        let english = ConsoleWords(.english), chinese = ConsoleWords(.chinese)
        for (seconds, first, second) in [
            (-4, "0 s", "0 秒"), (59, "59 s", "59 秒"), (600, "10 min", "10 分钟"),
            (7_260, "2 h 1 min", "2 小时 1 分钟"), (90_000, "1 day 1 h", "1 天 1 小时"),
            (266_400, "3 days 2 h", "3 天 2 小时"),
        ] {
            #expect(english.age(seconds: Int64(seconds)) == first)
            #expect(chinese.age(seconds: Int64(seconds)) == second)
        }
        #expect(english.over(seconds: 604_800) == "over 7 days")
        #expect(chinese.over(seconds: 604_800) == "超过 7 天")
    }

    @Test func `every screen is Chinese for a reader of Chinese, but for what is data`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let paths = try await stage(fixture)
            var person = ConsoleBrowser(fixture)
            var pages = [try await person.get("/admin/sign-in", headers: Self.chinese)]
            pages.append(
                try await person.post(
                    "/admin/sign-in", ["key": "ilk_x"], headers: Self.chinese))
            try await person.signIn(fixture.adminKey)
            for path in paths + ["/admin/intents/7", "/admin/locks?cursor=x"] {
                pages.append(try await person.get(path, headers: Self.chinese))
            }
            for path in paths where path.hasPrefix("/admin/intents/") {
                // No reason, a stale page, done, closed; and no token.
                for (reason, seen) in [("", "1"), ("r", "1"), ("r", nil), ("r", nil)] {
                    try await person.get(path)
                    let seen = seen ?? person.field("seen") ?? "2"
                    try await person.get("/admin")
                    pages.append(
                        try await person.post(
                            "\(path)/release", ["reason": reason], hidden: ["seen": seen],
                            headers: Self.chinese))
                }
                pages.append(
                    try await person.post(
                        "\(path)/release", hidden: ["form_token": nil], headers: Self.chinese))
                pages.append(
                    try await person.get("\(path)?notice=released", headers: Self.chinese))
            }
            for (path, fields) in try await acts(fixture) {
                try await person.get("/admin/keys")
                pages.append(
                    try await person.post(
                        path, fields, hidden: ["seen": "0"], headers: Self.chinese))
            }
            #expect(Set(pages.map(\.status)).isSuperset(of: [200, 400, 401, 403, 404, 412, 422]))
            for page in pages where page.status != 303 {
                expectChinese(page)
            }
            let page = try await person.get("/admin").text
            #expect(page.contains("<html lang=\"en\">"))
            #expect(!englishWords(in: page, besides: []).isEmpty, "the search finds words")
        }
    }

    @Test func `a viewer reads in Chinese what only others may do`() async throws {
        try await ServiceFixture.with { fixture in
            let paths = try await stage(fixture)
            var viewer = ConsoleBrowser(fixture)
            try await viewer.signIn(fixture.viewerKey)
            for path in paths { expectChinese(try await viewer.get(path, headers: Self.chinese)) }
            try await viewer.get("/admin")
            let path = paths.first { $0.hasPrefix("/admin/intents/") } ?? ""
            expectChinese(
                try await viewer.post(
                    "\(path)/release", ["reason": "r"], hidden: ["seen": "1"],
                    headers: Self.chinese))
        }
    }

    private func expectChinese(_ page: HTTPClientResponse) {
        #expect(page.text.contains("<html lang=\"zh-Hans\">"))
        #expect(page.header("vary") == "Accept-Language")
        let english = englishWords(in: page.text, besides: Self.data)
        #expect(english.isEmpty, "\(english)")
    }

    /// Who made the apps and keys of the stage, by the operating system's name.
    private static var me: String {
        if case .commandLine(let name) = StoreActor.user { name } else { "" }
    }

    /// What the stage writes.
    private static let data = [
        "ann", "bob", "phone", "monthly", "lifetime", "yearly", "coins", "premium", "demo", "admin",
        "viewer", "operator", "service", "invalid_format", "nothing-there", "test",
        "com.example.demo", me,
        "deadlines", "auto_renewable", "non_renewing", "non_consumable", "consumable", "ISO",
    ]

    /// Forms of the admin's screens, well and badly filled.
    private func acts(
        _ fixture: ServiceFixture
    ) async throws -> [(path: String, fields: [String: String])] {
        let keys = try await fixture.storage.keys.list(appID: "demo")
        let own = try #require(keys.first { $0.role == .admin }).id.wireText
        let document = """
            {"products": [{"product_id": "coins", "kind": "non_renewing", "family_shareable": true},
              {"product_id": "lifetime", "kind": "non_consumable", "exclusion_sets": ["premium"]},
              {"product_id": "yearly", "kind": "non_consumable", "exclusion_sets": ["premium"]}],
             "owned_rules": [{"owned": "lifetime", "wanted": "yearly", "rule": "allow",
              "risk": "already_active"}],
             "billing_retry_entitles": true, "deadlines": {"confirming": "PT30M10S"}}
            """
        let wrong = """
            {"products": [{"product_id": "coins", "kind": "x", "level": 0, "exclusion_sets": []},
              {"product_id": "coins", "kind": "consumable", "duration": "P"}], "deadlines": 1,
             "owned_rules": [{"owned": "x", "wanted": "coins", "rule": "block"}]}
            """
        return [
            ("/admin/locks/release", [:]), ("/admin/locks/release", ["all": "yes"]),
            ("/admin/locks/release/act", ["reason": "r", "intents": "\(own).1"]),
            ("/admin/keys", ["role": "viewer", "label": "phone"]),
            ("/admin/keys", ["role": "viewer", "label": ""]), ("/admin/keys/\(own)/revoke", [:]),
            ("/admin/catalog/check", ["document": document]),
            ("/admin/catalog/check", ["document": wrong]),
            ("/admin/catalog/check", ["document": "{"]),
            ("/admin/catalog/apply", ["document": document]),
        ]
    }

    /// One of everything that screens show; gives their paths.
    private func stage(_ fixture: ServiceFixture) async throws -> [String] {
        let ann = try fixture.device("ann", "phone")
        let bob = try fixture.device("bob", "phone")
        let group = try await ann.post("/v1/groups", "{}").read(GroupEnvelope.self).group
        let invitation = try await ann.post("/v1/groups/\(group.id)/invitations", "{}")
            .read(InvitationEnvelope.self).invitation
        let joined = try await bob.post("/v1/invitations/\(invitation.code)/accept", "{}")
        #expect(joined.status == 200)
        let late = try await ann.granted("coins")
        try await ann.told(late, #"{"result":"cancelled"}"#)
        try await ann.upload(fixture.bought("3", "coins", ago: -10), fixture)
        let reserved = try await ann.granted("coins")
        let waiting = try await ann.granted("monthly")
        try await ann.told(waiting, #"{"result":"pending","reason":"ask_to_buy"}"#)
        try await ann.upload(fixture.bought("1", "lifetime"), fixture)
        try await ann.upload(fixture.bought("2", "yearly"), fixture)
        try await bob.upload(fixture.bought("1", "lifetime"), fixture)
        try await fixture.tell("SUBSCRIBED", "INITIAL_BUY", fixture.bought("8", "monthly"))
        _ = try await ann.post("/v1/transactions", #"{"signed_transactions":["eyJ"]}"#)
        try await fixture.ask(
            """
            update interlock.intent set created_at = created_at - interval '25 hours',
                stuck_at = stuck_at - interval '25 hours'
            where product_id = 'monthly'
            """)
        let incident = try #require(try await fixture.incidents().first)
        _ = try await fixture.caller(fixture.adminKey).post(
            "/v1/admin/incidents/\(incident.id)/resolve", #"{"reason":"1"}"#)
        return [
            "/admin", "/admin/locks", "/admin/locks?status=pending&older_than=600",
            "/admin/incidents", "/admin/incidents?status=any&notice=resolved", "/admin/audit",
            "/admin/account?id=ann", "/admin/account?id=bob", "/admin/search?q=8",
            "/admin/search?q=nothing-there", "/admin/catalog?notice=applied",
            "/admin/catalog?notice=unchanged", "/admin/catalog/edit", "/admin/keys?notice=revoked",
            "/admin/zone",
        ]
            + [late, reserved, waiting].map { "/admin/intents/\($0.id.wireText)" }
    }
}
