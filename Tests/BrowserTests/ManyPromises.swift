import InterlockAPI
import Testing

extension BrowserPromises {
    @Suite("Several locks, and somebody else")
    struct Many {
        private static let reason = "Reason (for the history and the audit)"

        @Test(
            "locks that are chosen in the list are looked at first and then released",
            arguments: [Person.Way.pointer, .withoutScripts])
        func chosen(_ way: Person.Way) async throws {
            try await ConsoleStage.with { stage in
                for account in ["ann", "bob", "zoe"] {
                    _ = try await stage.stuck(account, "phone", "notes.lifetime")
                }
                try await Browser.with(way.options) { browser in
                    let person = Person(browser: browser, stage: stage, way: way)
                    try await person.signIn(stage.key("operator"))
                    try await person.follow("Locks")
                    try await person.sees("Locks", in: "h1")
                    for account in ["ann", "bob"] {
                        try await person.find("Choose notes.lifetime of \(account)", .checkbox)
                            .click()
                    }
                    try await person.press("Release the chosen…")
                    try await person.sees("nothing has been changed yet")
                    #expect(!(try await browser.text().contains("zoe")))
                    try await person.write("ticket 99", into: Self.reason)
                    try await person.press("Release 2 locks")
                    try await person.sees("2 of 2 released")
                    for (account, button) in [
                        ("ann", ProductStatus.available), ("bob", .available), ("zoe", .locked),
                    ] {
                        let state = try await stage.device(account, "pad").state()
                        #expect(state.button("notes.lifetime") == button, "\(account)")
                    }
                }
            }
        }

        @Test func `what somebody changed while it was looked at is shown and not released`()
            async throws
        {
            try await ConsoleStage.with { stage in
                let phone = try await stage.device("ann", "phone")
                let intent = try await phone.granted("notes.lifetime")
                try await Browser.with { browser in
                    let person = Person(browser: browser, stage: stage)
                    try await person.signIn(stage.key("operator"))
                    try await person.open("/admin/intents/\(intent.id.wireText)")
                    try await person.write("ticket 7", into: Self.reason)
                    try await phone.told(intent, ReportRequest(result: .pending, reason: .sca))
                    try await person.press("Release")
                    try await person.sees("Somebody changed it", in: "h1")
                    #expect(try await browser.status() == 412)
                    try await person.sees("pending")
                    #expect(try await phone.state().button("notes.lifetime") == .locked)
                }
            }
        }
    }
}
