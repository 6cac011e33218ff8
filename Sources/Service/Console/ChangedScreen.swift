import FoundationEssentials
import HTTPServer
import InterlockAPI
import Storage

/// Shows what somebody else did to an intent between looking at it and releasing it.
enum ChangedScreen {
    /// The answer to a release of a version that is no longer there: nothing was done. What was typed stays, for
    /// who decides on the new version to do it again.
    static func response(
        _ visit: Console.Visit, _ session: ConsoleSession, _ id: UUID, seen: Timestamp,
        _ typed: ReleaseSection.Typed
    ) async throws -> HTTPResponse {
        typealias T = HTMLTag
        let store = visit.context.storage.console
        guard let shown = try await store.intent(appID: session.app.id, id: id) else {
            throw ConsoleRefusal.notFound
        }
        let words = visit.words
        let page = ConsolePage(words.changedTitle, session, words, place: .locks)
        // A step may be written down without a change of the intent itself.
        let then = shown.history.last { $0.at <= seen }
        let now = shown.history.last
        var response = page.response(
            412, T.p([.alert], .text(words.changedText)),
            T.section(
                [.style(.card)],
                page.table(
                    words.changedCaption, [words.field, words.then, words.now],
                    [
                        [
                            .text(words.status), status(page, then?.to),
                            status(page, shown.intent.status.rawValue),
                        ],
                        [.text(words.updated), page.time(seen), page.time(shown.intent.updatedAt)],
                        [.text(words.who), who(page, then), who(page, now)],
                        [.text(words.why), why(page, then), why(page, now)],
                    ])),
            T.p(T.a([.href(.intent(id))], .text(words.lookAgain))),
            ReleaseSection.html(page, shown, session.app.catalog.compiled, typed))
        response.code = ConsoleRefusal.changed(id).code
        return response
    }

    private static func status(_ page: ConsolePage, _ word: String?) -> HTML {
        word.map(page.badge) ?? page.quiet("–")
    }

    private static func who(_ page: ConsolePage, _ step: ConsoleStep?) -> HTML {
        step.map { IntentTimeline.actor(page, $0.actor) } ?? page.quiet("–")
    }

    private static func why(_ page: ConsolePage, _ step: ConsoleStep?) -> HTML {
        page.foreign(step.flatMap { IntentTimeline.reason(page, $0) })
    }
}
