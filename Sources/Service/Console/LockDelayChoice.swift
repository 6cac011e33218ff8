import HTTPServer

/// The field of a release's form that says for how long the sets stay closed to everybody.
enum LockDelayChoice {
    /// What it offers, in seconds.
    private static let choices: [Int64] = [600, 3_600, 86_400]

    static func field(_ page: ConsolePage) -> HTML {
        typealias T = HTMLTag
        let words = page.words
        return .group(
            T.label(
                [.for("lock-delay")], .text(words.lockDelay)),
            T.select(
                [.name("lock_delay"), .id("lock-delay"), .describedBy("lock-delay-hint")],
                page.option("", words.noDelay, selected: true),
                .all(
                    choices.map {
                        page.option("\($0)", words.age(seconds: $0), selected: false)
                    })),
            T.p([.id("lock-delay-hint"), .style(.quiet)], .text(words.lockDelayHint)))
    }

    /// Seconds; nil where none was chosen.
    static func read(_ form: HTTPQuery) throws -> Int64? {
        guard let text = form["lock_delay"], !text.isEmpty else { return nil }
        guard let seconds = Int64(text), choices.contains(seconds) else {
            throw ConsoleRefusal.malformed
        }
        return seconds
    }
}
