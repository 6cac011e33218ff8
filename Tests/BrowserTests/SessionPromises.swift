import HTTPClient
import InterlockAPI
import Testing

extension BrowserPromises {
    @Suite("A session in the browser")
    struct Sessions {
        @Test func `the session's cookie is out of reach of scripts, and of plain HTTP behind TLS`()
            async throws
        {
            try await ConsoleStage.with { stage in
                for secure in [false, true] {
                    try await Browser.with { browser in
                        if secure {
                            // As a proxy that speaks TLS says it.
                            try await browser.devTools("Network.enable")
                            try await browser.devTools(
                                "Network.setExtraHTTPHeaders",
                                ["headers": ["X-Forwarded-Proto": "https"]])
                        }
                        let person = Person(browser: browser, stage: stage)
                        try await person.signIn(stage.key("viewer"))
                        let cookies = try await browser.cookies()
                        #expect(cookies.count == 1)
                        let cookie = try #require(cookies.first)
                        #expect(cookie["name"] == "interlock_session")
                        #expect(cookie["httpOnly"] == .bool(true))
                        #expect(cookie["secure"] == .bool(secure))
                        #expect(cookie["sameSite"] == "Strict")
                        #expect(cookie["path"] == "/admin")
                        #expect(try await browser.run("return document.cookie") == "")
                    }
                }
            }
        }

        @Test
        func `after signing out nothing of the session is left, not behind the back button either`()
            async throws
        {
            try await ConsoleStage.with { stage in
                let intent = try await stage.stuck("ann", "phone", "notes.lifetime")
                try await Browser.with { browser in
                    let person = Person(browser: browser, stage: stage)
                    try await person.signIn(stage.key("operator"))
                    try await person.open("/admin/intents/\(intent.id.wireText)")
                    try await person.sees("notes.lifetime")
                    let held = try #require(try await browser.cookies().first)
                    try await person.press("Sign out")
                    try await person.sees("You are signed out")
                    #expect(
                        try await browser.cookies().allSatisfy {
                            $0["name"] != "interlock_session"
                        })
                    for _ in 0..<3 {
                        try await browser.back()
                        #expect(!(try await browser.text().contains("notes.lifetime")))
                    }
                    // Whoever kept the cookie has nothing either.
                    try await person.open("/admin/sign-in")
                    try await browser.call(.post, "/cookie", ["cookie": held])
                    try await person.open("/admin/intents/\(intent.id.wireText)")
                    try await person.sees("Sign in", in: "h1")
                }
            }
        }
    }
}
