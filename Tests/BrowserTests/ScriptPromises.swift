import FoundationEssentials
import InterlockAPI
import Testing

extension BrowserPromises {
    @Suite("Scripts in what others wrote")
    struct Scripts {
        @Test func `a trap springs where a page takes it for markup`() async throws {
            try await Browser.with { browser in
                for (policy, word) in [
                    ("", "ran"),
                    (
                        "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'\">",
                        "is markup"
                    ),
                ] {
                    let page = "<title>t</title>\(policy)<p title='\(Trap.text)'>"
                    try await browser.open("data:text/html," + PercentCoding.encode(page))
                    let findings = try await Trap.findings(browser)
                    #expect(findings.contains { $0.hasPrefix(word) }, "\(findings)")
                    #expect(
                        policy.isEmpty || findings.contains { $0.contains("Content Security") },
                        "\(findings)")
                }
            }
        }

        @Test func `on no screen does anything run that a client, the store or a person wrote`()
            async throws
        {
            try await ConsoleStage.with { stage in
                let (intent, key) = try await stage.setTraps()
                try await Browser.with { browser in
                    let person = Person(browser: browser, stage: stage)
                    try await person.signIn(key)
                    #expect(try await Trap.findings(browser).isEmpty)
                    var shown = ""
                    var walk = Walk(person)
                    try await walk.all(from: starts) { path in
                        let findings = try await Trap.findings(browser)
                        #expect(findings.isEmpty, "\(path): \(findings)")
                        // Metadata is shown as JSON.
                        shown += try await browser.text().replacing("\\\"", with: "\"")
                    }
                    let path = "/admin/intents/\(intent.id.wireText)"
                    for place in [
                        "/admin", "/admin/locks", path, "/admin/incidents", "/admin/audit",
                        "/admin/catalog", "/admin/keys",
                    ] {
                        #expect(walk.visited.contains { $0.hasPrefix(place) }, "\(place)")
                    }
                    let missing = ConsoleStage.trapMarks.filter {
                        !shown.contains(ConsoleStage.trap($0))
                    }
                    #expect(missing.isEmpty, "on no screen")
                }
            }
        }

        @Test func `what somebody types comes back as text`() async throws {
            try await ConsoleStage.with { stage in
                let (intent, key) = try await stage.setTraps()
                try await Browser.with { browser in
                    let person = Person(browser: browser, stage: stage)
                    try await person.signIn(key)
                    func sees(_ text: String) async throws {
                        try await person.sees(text)
                        let findings = try await Trap.findings(browser)
                        #expect(findings.isEmpty, "\(text): \(findings)")
                    }
                    try await person.open("/admin/intents/\(intent.id.wireText)")
                    try await person.write(
                        ConsoleStage.trap("act"), into: "Reason (for the history and the audit)")
                    try await person.press("Release")
                    try await sees(ConsoleStage.trap("act"))
                    let changed: WireValue = [
                        "products": .array([
                            ["product_id": .string(ConsoleStage.trap("new")), "kind": "consumable"]
                        ])
                    ]
                    for (document, shown) in [
                        (
                            "{\"products\": [{\"kind\": \"\(Trap.text.dropFirst())\"}]}",
                            "can't be taken"
                        ),
                        (
                            String(decoding: try WireCoding.encode(changed), as: UTF8.self),
                            ConsoleStage.trap("new")
                        ),
                    ] {
                        try await person.open("/admin/catalog/edit")
                        let field = try await person.find("The document (JSON)", .textbox)
                        try await browser.run(
                            "arguments[0].value = arguments[1]",
                            [field.argument, .string(document)])
                        try await person.press("Show what would change")
                        try await sees(shown)
                    }
                    try await person.press("Apply")
                    try await sees(ConsoleStage.trap("new"))
                }
            }
        }

        /// The screens, and addresses that carry a trap themselves.
        private var starts: [String] {
            let trap = PercentCoding.encode(Trap.text)
            let account = PercentCoding.encode(ConsoleStage.trap("account"))
            return [
                "/admin", "/admin/account?id=\(account)", "/admin/incidents?status=any",
                "/admin/search?q=\(trap)", "/admin/locks?product_id=\(trap)",
                "/admin/locks?account_id=\(trap)",
            ]
        }
    }
}
