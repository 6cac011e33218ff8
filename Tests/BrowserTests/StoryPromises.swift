import InterlockAPI
import TestSupport
import Testing

extension BrowserPromises {
    /// What a support person does with a ticket: “my daughter's phone says purchase pending since Monday”.
    @Suite("A support person frees a family")
    struct Story {
        private static let product = "notes.pro.monthly"

        @Test(
            "a stuck lock is found by its account, read, released and found in the audit; the device that waits is told",
            arguments: Person.Way.allCases)
        func release(_ way: Person.Way) async throws {
            try await ConsoleStage.with { stage in
                let intent = try await stage.stuck("mia.lopez", "iPhone of Mia", Self.product)
                let pad = try await stage.device("mia.lopez", "iPad")
                let before = try await pad.state()
                #expect(before.button("notes.pro.yearly") == .locked)
                try await Browser.with(way.options) { browser in
                    let person = Person(browser: browser, stage: stage, way: way)
                    try await person.signIn(stage.key("operator"))
                    try await find(intent, by: person)

                    async let woken = withDeadline(.seconds(80)) { try await pad.poll(before.etag) }
                    try await stage.parked(1)
                    try await person.write(
                        "ticket 4711", into: "Reason (for the history and the audit)")
                    try await person.press("Release")
                    try await person.sees("Released")
                    let state = try await woken.read(StateDocument.self)
                    #expect(state.button("notes.pro.yearly") == .available)

                    try await person.sees("ticket 4711", in: "ol")
                    try await person.sees("administrator operator-key", in: "ol")
                    try await audited(intent, by: person)
                    #expect(try await browser.log().isEmpty)
                }
            }
        }

        /// From the account to the timeline of what blocks it.
        private func find(_ intent: Intent, by person: Person) async throws {
            try await person.sees("Stuck")
            try await person.search("mia.lopez")
            try await person.sees("mia.lopez", in: "h1")
            try await person.sees("locked")
            try await person.sees("iPhone of Mia")
            try await person.follow(Self.product)
            try await person.sees(Self.product, in: "h1")
            #expect(
                try await person.browser.address()
                    == person.stage.url + "/admin/intents/\(intent.id.wireText)")
            for words in ["reserved", "pending", "iPhone of Mia", "Ask to Buy"] {
                try await person.sees(words, in: "main")
            }
            let steps = try await person.browser.findAll("ol > li")
            #expect(steps.count == 2)
            #expect(try await steps[1].text().contains("reserved → pending"))
            try await person.sees("come back for all devices of its account, at once")
            try await person.sees("The request at the store is not cancelled")
        }

        private func audited(_ intent: Intent, by person: Person) async throws {
            try await person.follow("Audit")
            try await person.sees("Audit", in: "h1")
            for words in [
                "Released a lock", "operator-key", "ticket 4711", intent.id.wireText,
            ] {
                try await person.sees(words, in: "tbody tr")
            }
        }
    }
}
