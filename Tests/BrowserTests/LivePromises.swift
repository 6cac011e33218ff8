import HTTPClient
import InterlockAPI
import TestSupport
import Testing

extension BrowserPromises {
    /// What the console's script does for somebody who leaves a page open.
    @Suite("Pages that stay fresh")
    struct Live {
        /// A mark in the page's memory: gone if the page was loaded again.
        private func mark(_ browser: Browser) async throws {
            try await browser.run("window.mark = 'kept'")
        }

        private func isMarked(_ browser: Browser) async throws -> Bool {
            try await browser.run("return window.mark === 'kept'") == .bool(true)
        }

        @Test func `what changes is shown without loading the page, and said politely`()
            async throws
        {
            try await ConsoleStage.with { stage in
                _ = try await stage.stuck("ann", "phone", "notes.lifetime")
                try await Browser.with { browser in
                    let person = Person(browser: browser, stage: stage)
                    try await person.signIn(stage.key("viewer"))
                    try await person.open("/admin/locks")
                    try await person.sees("ann", in: "tbody")
                    try await mark(browser)
                    _ = try await stage.stuck("bob", "tablet", "notes.lifetime")
                    try await person.sees("bob", in: "tbody")
                    try await person.sees("brought up to date", in: "[aria-live=polite]")
                    #expect(try await isMarked(browser))
                    try await person.open("/admin")
                    try await mark(browser)
                    try await person.sees("2", in: ".figure")
                    _ = try await stage.stuck("cat", "tablet", "notes.lifetime")
                    try await person.sees("3", in: ".figure")
                    #expect(try await isMarked(browser))
                    #expect(try await browser.log().isEmpty)
                }
            }
        }

        @Test func `a page of one app never shows another's, whatever another tab looks at`()
            async throws
        {
            try await ConsoleStage.with { stage in
                let key = try await stage.makeApp("photos")
                try await Browser.with { browser in
                    let person = Person(browser: browser, stage: stage)
                    try await person.signIn(stage.key("admin"))
                    let alone = try #require(try await browser.cookies().first)
                    try await person.open("/admin/sign-in")
                    try await person.sees("Go to notes")
                    try await person.write(key, into: "Key")
                    try await person.press("Sign in")
                    try await person.sees("photos", in: ".brand")
                    let both = try #require(try await browser.cookies().first)
                    try await browser.call(.post, "/cookie", ["cookie": alone])
                    try await person.open("/admin/locks")
                    try await person.sees("notes", in: ".brand")
                    try await mark(browser)
                    // What another tab does when it chooses the other app.
                    try await browser.call(.post, "/cookie", ["cookie": both])
                    try await person.sees("photos", in: ".brand")
                    #expect(!(try await isMarked(browser)), "it was loaded anew")
                    // Choosing takes no row of its own, and a narrow screen has no more than four.
                    for (width, most) in [(1_280, 60), (390, 220)] {
                        try await browser.setSize(width)
                        let height = try await browser.run(
                            "return document.querySelector('.bar').offsetHeight + ''"
                        ).text
                        #expect(
                            height.flatMap(Int.init).map { $0 <= most } == true, "\(height ?? "")")
                    }
                }
            }
        }

        @Test func `nothing is taken from somebody who writes`() async throws {
            try await ConsoleStage.with { stage in
                let intent = try await stage.stuck("ann", "phone", "notes.lifetime")
                try await Browser.with { browser in
                    let person = Person(browser: browser, stage: stage)
                    try await person.signIn(stage.key("operator"))
                    try await person.open("/admin/intents/\(intent.id.wireText)")
                    let field = "Reason (for the history and the audit)"
                    try await person.write("ticket 1", into: field)
                    let phone = try await stage.device("ann", "phone")
                    let told = try await phone.post(
                        "/v1/intents/\(intent.id.wireText)/result",
                        ReportRequest(result: .pending, reason: .askToBuy))
                    #expect(told.status == 200)
                    try await person.sees("once you are done with the form", in: "#live")
                    let text = try await browser.run(
                        "return document.querySelector('textarea').value")
                    #expect(text == "ticket 1")
                    // The stale form is refused by the server, as without a script.
                    try await person.press("Release")
                    try await person.sees("Somebody changed it", in: "h1")
                }
            }
        }

        @Test func `times stand in the browser's zone, or the chosen one, with UTC on hover`()
            async throws
        {
            try await ConsoleStage.with { stage in
                let intent = try await stage.stuck("ann", "phone", "notes.lifetime")
                try await stage.ask(
                    """
                    update interlock.intent set updated_at = '2026-01-31T20:30:00Z'
                    """)
                try await Browser.with { browser in
                    try await browser.devTools(
                        "Emulation.setTimezoneOverride", ["timezoneId": "America/St_Johns"])
                    let person = Person(browser: browser, stage: stage)
                    try await person.signIn(stage.key("viewer"))
                    try await person.open("/admin/intents/\(intent.id.wireText)")
                    try await person.sees("2026-01-31 17:00:00", in: "main")
                    try await person.sees("America/St_Johns", in: "#zone")
                    let time = try await browser.find("time[datetime^='2026-01-31T20:30:00']")
                    #expect(try await time.attribute("title") == "2026-01-31 20:30:00 UTC")

                    try await person.follow("Change the time zone")
                    try await person.find("Time zone", .combobox).send("Asia/Tokyo")
                    try await person.press("Use it")
                    try await person.sees("2026-02-01 05:30:00", in: "main")
                    try await person.sees("Asia/Tokyo", in: "#zone")
                }
            }
        }

        @Test func `the chart's hours are those of the browser's zone too`() async throws {
            try await ConsoleStage.with { stage in
                try await stage.ask(
                    """
                    insert into interlock.app_sample (app_id, bucket_at, counted_at, reserved,
                        pending, confirming, stuck, incidents, waiting)
                    select 'notes', b, b, 5, 41, 1, 17, 0, 0
                    from date_bin('5 min', now() - interval '2 hours', 'epoch') b
                    """)
                try await Browser.with { browser in
                    try await browser.devTools(
                        "Emulation.setTimezoneOverride", ["timezoneId": "Asia/Shanghai"])
                    let person = Person(browser: browser, stage: stage)
                    try await person.signIn(stage.key("viewer"))
                    try await person.sees("Asia/Shanghai", in: "#zone")
                    let hours = try await browser.run(
                        """
                        const ahead = 8 * 3600 * 1000;
                        return [...document.querySelectorAll(".chart text[datetime]")].filter((t) =>
                            new Date(Date.parse(t.getAttribute("datetime")) + ahead).toISOString()
                                .slice(11, 16) === t.textContent).length + "";
                        """
                    ).text
                    #expect(hours == "5")
                }
            }
        }

        @Test func `a step that keeps a lock closed stands in one line, with its reason below`()
            async throws
        {
            try await ConsoleStage.with { stage in
                let intent = try await stage.stuck("ann", "phone", "notes.lifetime")
                try await Browser.with { browser in
                    let person = Person(browser: browser, stage: stage)
                    try await browser.setSize(1_280)
                    try await person.signIn(stage.key("operator"))
                    try await person.open("/admin/intents/\(intent.id.wireText)")
                    try await browser.run(
                        """
                        document.querySelector('textarea').value = 'ticket';
                        document.querySelector('[name=lock_delay]').value = '3600';
                        document.querySelector('textarea').form.submit();
                        """)
                    try await person.sees("closed to everybody until", in: ".timeline")
                    let tops = try await browser.run(
                        """
                        const step = [...document.querySelectorAll('.timeline li')].at(-1);
                        const top = (e) => e.getBoundingClientRect().top;
                        const [when, until] = step.querySelectorAll('time');
                        const who = step.querySelector('bdi');
                        return [until.offsetWidth < when.offsetWidth,
                            Math.abs(top(who) - top(when)) < 8,
                            top(step.querySelector('.reason')) > top(who)].join(' ');
                        """
                    ).text
                    #expect(tops == "true true true")
                }
            }
        }

        @Test func `a session that has ended is said, and nothing is asked any more`()
            async throws
        {
            try await ConsoleStage.with { stage in
                try await Browser.with { browser in
                    let person = Person(browser: browser, stage: stage)
                    try await person.signIn(stage.key("viewer"))
                    try await stage.ask("delete from interlock.console_session")
                    try await person.sees("Your session has ended", in: "#live")
                    #expect(try await browser.find("h1").text() == "Overview")
                }
            }
        }
    }
}
