import FoundationEssentials
import HTTPServer
import InterlockAPI
import Storage

/// Releases many locks: first what it would do, then the act on what was shown, then what came of each.
enum ReleaseManyScreen {
    /// The dry run of what was chosen in the list, or of all that its filter finds.
    static func look(_ visit: Console.Visit) async throws -> HTTPResponse {
        let (session, form) = try await visit.act()
        let words = visit.words
        let page = ConsolePage(words.releaseMany, session, words, place: .locks)
        let wishes: [IntentStore.Wish]
        if form["all"] == nil {
            wishes = try form.pairs.filter { $0.name == "intent" }.map { try wish($0.value) }
        } else {
            wishes = try await found(visit, session, form)
        }
        guard !wishes.isEmpty else { return refused(page, words.noneChosen) }
        guard wishes.count <= ReleaseManyRequest.limit else {
            return refused(page, words.tooMany(ReleaseManyRequest.limit))
        }
        let shown = try await visit.context.storage.intents.preview(
            appID: session.app.id, wishes)
        return page.response(200, table(page, shown), act(page, shown))
    }

    /// Releases those that are as they were shown.
    static func release(_ visit: Console.Visit) async throws -> HTTPResponse {
        let (session, form) = try await visit.act()
        let reason = try visit.reason(in: form)
        let delay = try LockDelayChoice.read(form)
        let wishes = try (form["intents"] ?? "").split(separator: " ").map { try wish($0) }
        guard (1...ReleaseManyRequest.limit).contains(wishes.count) else {
            throw ConsoleRefusal.malformed
        }
        let done = try await visit.context.storage.intents.releaseMany(
            appID: session.app.id, wishes, reason: reason, lockDelay: delay, actor: session.actor
        ) { visit.context.publish($0) }
        let words = visit.words
        var page = ConsolePage(words.releaseMany, session, words, place: .locks)
        page.notice = words.releasedMany(done.count { $0.outcome == .released }, of: done.count)
        return page.response(
            200, results(page, done),
            HTMLTag.p(HTMLTag.a([.href(.locks())], .text(words.backToLocks))))
    }

    /// Puts the form around the list of locks that leads to the dry run; a viewer sees the list alone.
    static func chooser(
        _ page: ConsolePage, of count: Int, filter: [(String, String?)], _ table: HTML
    ) -> HTML {
        typealias T = HTMLTag
        let words = page.words
        guard page.session?.mayAct == true, count > 0 else { return table }
        let fields = filter.compactMap { name, value in
            value.map { T.input([.hidden, .name(name), .value($0)]) }
        }
        return T.form(
            [.post, .action(.releaseMany)], page.formToken, .all(fields), table,
            T.p(
                T.button([.submit], .text(words.releaseChosenLocks)), " ",
                T.button(
                    [.submit, .name("all"), .value("yes")], .text(words.releaseAllFound))))
    }

    /// The box of one lock in the list; its value is the version that is shown.
    static func choice(_ page: ConsolePage, _ row: IntentStore.LockRow) -> HTML {
        let intent = row.intent
        return HTMLTag.input([
            .checkbox, .name("intent"), .value(Lock.etag(of: intent)),
            .label(page.words.choose(intent.productID, of: intent.accountID)),
        ])
    }

    private static func found(
        _ visit: Console.Visit, _ session: ConsoleSession, _ form: HTTPQuery
    ) async throws -> [IntentStore.Wish] {
        // One more than may be released tells that there are more.
        let found = try await visit.context.storage.intents.locks(
            appID: session.app.id, try LocksScreen.filter(visit, form), onlyStuck: false,
            atMost: Int32(ReleaseManyRequest.limit + 1))
        return found.rows.map {
            IntentStore.Wish(id: $0.intent.id, unchangedSince: $0.intent.updatedAt)
        }
    }

    /// A field of ours: `<id>.<microseconds>`, the version that was shown.
    private static func wish(_ text: some StringProtocol) throws -> IntentStore.Wish {
        guard let id = UUID(uuidString: String(text.prefix { $0 != "." })),
            let seen = Lock.updatedAt(etag: String(text), of: id)
        else { throw ConsoleRefusal.malformed }
        return IntentStore.Wish(id: id, unchangedSince: seen)
    }

    private static func refused(_ page: ConsolePage, _ text: String) -> HTTPResponse {
        typealias T = HTMLTag
        return page.response(
            400, T.p([.alert], .text(text)),
            T.p(T.a([.href(.locks())], .text(page.words.backToLocks))))
    }

    private static func table(_ page: ConsolePage, _ shown: [LockRelease]) -> HTML {
        let words = page.words
        return HTMLTag.section(
            [.style(.card)],
            page.table(
                words.releaseManyCaption,
                [
                    words.status, words.product, words.account, words.since, words.whoGets,
                    words.mayHappen,
                ],
                shown.map { release in
                    let status =
                        release.outcome == .releasable
                        ? release.intent?.status.rawValue : release.outcome.rawValue
                    return [
                        page.badge(status ?? ""), link(page, release),
                        release.intent.map { page.account($0.accountID) } ?? page.quiet("–"),
                        page.time(release.intent?.createdAt), unlocks(page, release),
                        .text(release.consequence.map(words.mayHappen) ?? "–"),
                    ]
                }))
    }

    private static func results(_ page: ConsolePage, _ done: [LockRelease]) -> HTML {
        let words = page.words
        return HTMLTag.section(
            [.style(.card)],
            page.table(
                words.resultsCaption,
                [words.outcome, words.status, words.product, words.account, words.closedUntil],
                done.map { release in
                    [
                        page.badge(release.outcome.rawValue),
                        release.intent.map { page.badge($0.status.rawValue) } ?? page.quiet("–"),
                        link(page, release),
                        release.intent.map { page.account($0.accountID) } ?? page.quiet("–"),
                        page.time(
                            release.intent?.status == .released
                                ? release.intent?.expiresAt : nil),
                    ]
                }))
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

    private static func act(_ page: ConsolePage, _ shown: [LockRelease]) -> HTML {
        typealias T = HTMLTag
        let words = page.words
        let etags = shown.filter { $0.outcome == .releasable }.compactMap(\.etag)
        guard !etags.isEmpty else { return T.p([.alert], .text(words.noneReleasable)) }
        return page.section(
            words.releaseChosen,
            T.h3(.text(words.consequences)),
            T.ul(T.li(.text(words.manyAreCompared)), T.li(.text(words.late))),
            T.form(
                [.post, .action(.releaseManyAct)], page.formToken,
                T.input([
                    .hidden, .name("intents"), .value(etags.joined(separator: " ")),
                ]),
                T.label([.for("reason")], .text(words.reason)),
                T.textarea([
                    .name("reason"), .id("reason"), .rows(3), .maxLength(Bounds.reason), .required,
                    .describedBy("reason-hint"),
                ]),
                T.p([.id("reason-hint"), .style(.quiet)], .text(words.reasonHint)),
                LockDelayChoice.field(page),
                T.button([.submit], .text(words.releaseCount(etags.count)))))
    }
}
