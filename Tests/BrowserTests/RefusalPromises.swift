import FoundationEssentials
import HTTPClient
import InterlockAPI
import TestSupport
import Testing

extension BrowserPromises {
    @Suite("Who may not act")
    struct Refusals {
        private static let reason = "Reason (for the history and the audit)"

        /// Submits a form that no page has, with the page's own token.
        private static let handMade = """
            const form = document.createElement('form');
            form.method = 'post';
            form.action = arguments[0];
            const fields = arguments[1];
            fields.form_token = document.querySelector('[name=form_token]').value;
            for (const name in fields) {
              const field = document.createElement('input');
              field.name = name; field.value = fields[name];
              form.append(field);
            }
            document.body.append(form);
            form.submit();
            """

        @Test
        func `a viewer reads all of it, sees no form to release, and is refused if it posts one`()
            async throws
        {
            try await ConsoleStage.with { stage in
                let intent = try await stage.stuck("ann", "phone", "notes.lifetime")
                try await Browser.with { browser in
                    let viewer = Person(browser: browser, stage: stage)
                    try await viewer.signIn(stage.key("viewer"))
                    let path = "/admin/intents/\(intent.id.wireText)"
                    try await viewer.open(path)
                    try await viewer.sees("may look, not act")
                    #expect(try await browser.findAll("textarea, main form[method=post]").isEmpty)
                    let seen = "\(intent.updatedAt.microseconds)"
                    try await browser.run(
                        Self.handMade,
                        [
                            .string("\(path)/release"),
                            ["reason": "mine", "seen": .string(seen)],
                        ])
                    try await viewer.sees("Not allowed", in: "h1")
                    #expect(try await browser.status() == 403)
                    try await untouched(intent, stage)
                }
            }
        }

        @Test func `a form with another token than the session's is refused`() async throws {
            try await ConsoleStage.with { stage in
                let intent = try await stage.stuck("ann", "phone", "notes.lifetime")
                try await Browser.with { browser in
                    let person = Person(browser: browser, stage: stage)
                    try await person.signIn(stage.key("operator"))
                    for token in ["", "x", String(repeating: "A", count: 43)] {
                        try await person.open("/admin/intents/\(intent.id.wireText)")
                        try await browser.run(
                            "for (const field of document.querySelectorAll('[name=form_token]')) "
                                + "field.value = arguments[0];", [.string(token)])
                        try await person.write("forged", into: Self.reason)
                        try await person.press("Release")
                        try await person.sees("The form can't be accepted", in: "h1")
                        #expect(try await browser.status() == 403)
                    }
                    try await untouched(intent, stage)
                }
            }
        }

        @Test func `another site's form comes without the session`() async throws {
            try await ConsoleStage.with { stage in
                let intent = try await stage.stuck("ann", "phone", "notes.lifetime")
                try await Browser.with { browser in
                    let person = Person(browser: browser, stage: stage)
                    try await person.signIn(stage.key("operator"))
                    try await person.open("/admin/intents/\(intent.id.wireText)")
                    let token = try await browser.find("[name=form_token]").attribute("value")
                    let target = "\(stage.url)/admin/intents/\(intent.id.wireText)/release"
                    // Even one that knows the token.
                    let page = """
                        <form method="post" action="\(target)"><input name="reason" value="r">\
                        <input name="seen" value="\(intent.updatedAt.microseconds)">\
                        <input name="form_token" value="\(token ?? "")"><button>Win</button></form>
                        """
                    try await browser.open("data:text/html," + PercentCoding.encode(page))
                    try await person.press("Win")
                    try await person.sees("Sign in", in: "h1")
                    try await untouched(intent, stage)
                }
            }
        }

        private func untouched(_ intent: Intent, _ stage: ConsoleStage) async throws {
            let pad = try await stage.device(intent.accountID, "pad")
            #expect(try await pad.state().button(intent.productID) == .locked)
            let acts = try await stage.ask(
                "select count(*)::text from interlock.audit where act like 'intent.%'")
            #expect(acts == "0")
        }
    }
}
