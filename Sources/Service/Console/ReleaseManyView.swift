import InterlockAPI
import Storage

/// The tables and the form of releasing many locks.
enum ReleaseManyView {
    /// What releasing them would do.
    static func table(_ page: ConsolePage, _ shown: [LockRelease]) -> HTML {
        let words = page.words
        return HTMLTag.section(
            [.style(.card)],
            page.table(
                words.releaseManyCaption,
                [
                    words.status, words.isStuck, words.product, words.account, words.environment,
                    words.since, words.whoGets, words.mayHappen,
                ],
                shown.map { release in
                    let status =
                        release.outcome == .releasable
                        ? release.intent?.status.rawValue : release.outcome.rawValue
                    return [
                        page.badge(status ?? ""), mark(page, release), link(page, release),
                        release.intent.map { page.account($0.accountID) } ?? page.quiet("–"),
                        environment(page, release), page.time(release.intent?.createdAt),
                        unlocks(page, release),
                        .text(release.consequence.map(words.mayHappen) ?? "–"),
                    ]
                }))
    }

    static func results(_ page: ConsolePage, _ done: [LockRelease]) -> HTML {
        let words = page.words
        return HTMLTag.section(
            [.style(.card)],
            page.table(
                words.resultsCaption,
                [
                    words.outcome, words.status, words.product, words.account, words.environment,
                    words.closedUntil,
                ],
                done.map { release in
                    [
                        page.badge(release.outcome.rawValue),
                        release.intent.map { page.badge($0.status.rawValue) } ?? page.quiet("–"),
                        link(page, release),
                        release.intent.map { page.account($0.accountID) } ?? page.quiet("–"),
                        environment(page, release),
                        page.time(
                            release.intent?.status == .released
                                ? release.intent?.expiresAt : nil),
                    ]
                }))
    }

    /// Of those that can be released, whether it is stuck.
    private static func mark(_ page: ConsolePage, _ release: LockRelease) -> HTML {
        guard release.outcome == .releasable else { return page.quiet("–") }
        return release.stuck == true ? page.badge("stuck") : .text(page.words.notYet)
    }

    private static func environment(_ page: ConsolePage, _ release: LockRelease) -> HTML {
        release.intent.map { .text(page.words.plain($0.environment.rawValue)) } ?? page.quiet("–")
    }

    private static func link(_ page: ConsolePage, _ release: LockRelease) -> HTML {
        guard let intent = release.intent else { return page.code(release.id.wireText) }
        return HTMLTag.a([.href(.intent(release.id))], HTMLTag.bdi(.text(intent.productID)))
    }

    private static func unlocks(_ page: ConsolePage, _ release: LockRelease) -> HTML {
        let words = page.words
        if let next = release.nextIntentID {
            return HTMLTag.a([.href(.intent(next))], .text(words.whoWaits))
        }
        guard let names = release.unlocks, !names.isEmpty else { return page.quiet("–") }
        let more = Int(release.unlocksCount ?? 0) - names.count
        return .group(
            page.foreign(words.list(names)), more > 0 ? .text(words.andMore(more)) : nil)
    }

    /// The form that releases those that can be; `typed` is what a refused one had.
    static func act(
        _ page: ConsolePage, _ shown: [LockRelease], _ typed: ReleaseSection.Typed?
    ) -> HTML {
        typealias T = HTMLTag
        let words = page.words
        let releasable = shown.filter { $0.outcome == .releasable }
        let etags = releasable.compactMap(\.etag)
        guard !etags.isEmpty else { return T.p([.alert], .text(words.noneReleasable)) }
        let early = releasable.count { $0.stuck != true }
        return page.section(
            words.releaseChosen,
            .group(
                early == 0
                    ? nil
                    : T.p([.style(.error)], .text(words.notStuckYet(early, of: etags.count)))),
            T.h3(.text(words.consequences)),
            T.ul(T.li(.text(words.manyAreCompared)), T.li(.text(words.late))),
            T.form(
                [.post, .action(.releaseManyAct)], page.formToken,
                T.input([
                    .hidden, .name("intents"), .value(etags.joined(separator: " ")),
                ]),
                ReasonField.html(page, typed?.reason),
                LockDelayChoice.field(page, chosen: typed?.lockDelay),
                T.button([.submit], .text(words.releaseCount(etags.count)))))
    }
}
