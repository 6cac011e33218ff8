import HTTPServer

/// The field of a release's form that says for how long the sets stay closed to everybody.
enum LockDelayChoice {
    /// What it offers, in seconds.
    private static let choices: [Int64] = [600, 3_600, 86_400]

    /// Of a release: none, unless it is `chosen`.
    static func field(_ page: ConsolePage, chosen: Int64? = nil) -> HTML {
        let words = page.words
        return field(
            page, words.lockDelay, words.lockDelayHint, none: ("", words.noDelay), chosen)
    }

    /// Of a lock that is released already and still keeps its sets closed: from now, or no longer.
    static func change(_ page: ConsolePage, chosen: Int64? = nil) -> HTML {
        let words = page.words
        return field(
            page, words.newDelay, words.newDelayHint, none: ("0", words.endDelay), chosen)
    }

    private static func field(
        _ page: ConsolePage, _ label: String, _ hint: String,
        none: (value: String, text: String), _ chosen: Int64?
    ) -> HTML {
        typealias T = HTMLTag
        let isChosen = chosen.map(choices.contains) == true
        return .group(
            T.label([.for("lock-delay")], .text(label)),
            T.select(
                [.name("lock_delay"), .id("lock-delay"), .describedBy("lock-delay-hint")],
                page.option(none.value, none.text, selected: !isChosen),
                .all(
                    choices.map {
                        page.option(
                            "\($0)", page.words.age(seconds: $0), selected: chosen == $0)
                    })),
            T.p([.id("lock-delay-hint"), .style(.quiet)], .text(hint)))
    }

    /// Seconds, 0 to open what is closed; nil where none was chosen.
    static func read(_ form: HTTPQuery) throws -> Int64? {
        guard let text = form["lock_delay"], !text.isEmpty else { return nil }
        guard let seconds = Int64(text), seconds == 0 || choices.contains(seconds) else {
            throw ConsoleRefusal.malformed
        }
        return seconds
    }
}
