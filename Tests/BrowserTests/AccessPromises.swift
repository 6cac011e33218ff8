import InterlockAPI
import Testing

extension BrowserPromises {
    @Suite("For everybody")
    struct Access {
        /// A page with one of each barrier.
        private static let bad = """
            <meta name=viewport content="user-scalable=no"><h3>Late</h3>
            <p style="color:#999;background:#fff">faint</p>
            <p style="width:2000px">wide</p><input style="border:1px solid #ddd">
            <div><a href="#a" style="display:block;height:9px;font-size:9px">a</a>
            <a href="#b" style="display:block;height:9px;font-size:9px">b</a></div>
            <p style="transition:color 2s">moves</p>
            <table><tr><td>no head</td></tr></table>
            """

        @Test func `each probe finds what is wrong on a page that is`() async throws {
            try await Browser.with { browser in
                try await browser.open("data:text/html," + PercentCoding.encode(Self.bad))
                try await browser.setSize(320)
                for (probe, words) in [
                    (
                        Probe.structure,
                        ["no language", "no title", "0 × main", "level 0", "zoomed"]
                    ),
                    (Probe.contrast, ["faint", "edge"]), (Probe.width, ["320 px"]),
                    (Probe.targets, ["“a” is small", "“b” is small"]), (Probe.motion, ["moves"]),
                ] {
                    let findings = try await probe.findings(browser)
                    for word in words {
                        #expect(findings.contains { $0.contains(word) }, "\(word): \(findings)")
                    }
                }
                #expect(try await browser.controls().nameless == ["a textbox without a name"])
            }
        }

        @Test
        func
            `every screen has names, order, contrast, room and rest, light and dark, wide and narrow`()
            async throws
        {
            try await visit("en") { browser in
                try await browser.setSize(1280)
                try await browser.setPreferences(dark: false, lessMotion: true)
                var findings = try await Probe.findings(
                    browser, [.structure, .contrast, .targets, .width, .motion])
                try await browser.setSize(320)
                try await browser.setPreferences(dark: true)
                findings += try await Probe.findings(browser, [.contrast, .targets, .width])
                return findings + (try await browser.controls().nameless)
            }
        }

        @Test func `another language has order, names and room too, and says which it is`()
            async throws
        {
            try await visit("zh-CN") { browser in
                try await browser.setSize(320)
                let findings = try await Probe.findings(browser, [.structure, .width])
                let language = try await browser.find("html").attribute("lang") ?? ""
                return findings + (try await browser.controls().nameless)
                    + (language.hasPrefix("zh") ? [] : ["the page is \(language)"])
            }
        }

        @Test
        func `a long table's head stays in sight, and on a narrow screen each cell says its own`()
            async throws
        {
            try await ConsoleStage.with { stage in
                _ = try await Sample.fill(stage)
                try await Browser.with { browser in
                    let person = Person(browser: browser, stage: stage)
                    try await person.signIn(stage.key("viewer"))
                    try await person.open("/admin/locks")
                    try await browser.setSize(1280, 400)
                    let top = try await browser.run(
                        """
                        document.querySelector('tbody tr:last-child').scrollIntoView({ block: 'end' });
                        return document.querySelector('th').getBoundingClientRect().top;
                        """)
                    #expect(top.whole == 0, "\(top)")
                    try await browser.setSize(390)
                    let label = try await browser.run(
                        "return getComputedStyle(document.querySelector('td:last-child'), '::before').content"
                    )
                    #expect(label == "\"Deadline\"")
                }
            }
        }

        @Test func `the chart's words can be read on a phone, and keep out of each other's way`()
            async throws
        {
            try await ConsoleStage.with { stage in
                _ = try await Sample.fill(stage)
                try await stage.ask(
                    """
                    insert into interlock.app_sample (app_id, bucket_at, counted_at, reserved, pending,
                        confirming, stuck, incidents, waiting)
                    select a.app_id, b, b, 5, 12041, 1, 17, 0, 0
                    from interlock.app a,
                        generate_series(date_bin('5 min', now(), 'epoch') - interval '20 hours',
                            date_bin('5 min', now(), 'epoch') - interval '1 hour', interval '5 min') b
                    on conflict do nothing
                    """)
                try await Browser.with { browser in
                    let person = Person(browser: browser, stage: stage)
                    try await person.signIn(stage.key("viewer"))
                    for width in [320, 360, 417, 576, 577, 768, 769, 1280] {
                        try await browser.setSize(width)
                        var findings = try await Probe.findings(browser, [.legible, .width])
                        findings += try await browser.run(Self.overlaps).elements.map {
                            $0.text ?? "?"
                        }
                        #expect(findings.isEmpty, "\(width): \(findings)")
                    }
                    let drawn = try await browser.run(
                        "return document.querySelectorAll('svg.chart text').length")
                    #expect(drawn.whole == 8)
                }
            }
        }

        /// Words of the chart that stand on each other.
        private static let overlaps = """
            const words = [...document.querySelectorAll('svg.chart text')];
            return words.flatMap((one, index) => words.slice(index + 1).flatMap(other => {
              const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
              return a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom
                ? [`${one.textContent} on ${other.textContent}`] : [];
            }));
            """

        /// Looks at every screen that there is with the sample; `look` gives what is wrong with the one shown.
        private func visit(
            _ language: String, _ look: (Browser) async throws -> [String]
        ) async throws {
            try await ConsoleStage.with { stage in
                let sample = try await Sample.fill(stage)
                var options = Browser.Options()
                options.languages = language
                try await Browser.with(options) { browser in
                    func check(_ path: String) async throws {
                        let findings = try await look(browser)
                        #expect(findings.isEmpty, "\(path):\n\(findings.joined(separator: "\n"))")
                    }
                    let person = Person(browser: browser, stage: stage)
                    try await person.open("/admin/sign-in")
                    try await check("/admin/sign-in")
                    try await browser.find("[name=key]").send(stage.key("admin") + Key.enter)
                    try await person.sees("admin-key", in: "header")
                    var walk = Walk(person, ofAKind: 2)
                    try await walk.all(from: try Screens.all(sample).map(\.path), check)
                    #expect(walk.visited.count > 12)
                }
            }
        }
    }
}
