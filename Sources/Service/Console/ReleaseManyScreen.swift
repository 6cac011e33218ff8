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
        if let refused = refused(page, wishes) { return refused }
        return try await look(visit, session, page, wishes)
    }

    private static func look(
        _ visit: Console.Visit, _ session: ConsoleSession, _ page: ConsolePage,
        _ wishes: [IntentStore.Wish], _ typed: ReleaseSection.Typed? = nil
    ) async throws -> HTTPResponse {
        let shown = try await visit.context.storage.intents.preview(
            appID: session.app.id, wishes)
        return page.response(
            typed == nil ? 200 : 400, ReasonField.alert(page, typed?.reason),
            ReleaseManyView.table(page, shown), ReleaseManyView.act(page, shown, typed))
    }

    /// Releases those that are as they were shown.
    static func release(_ visit: Console.Visit) async throws -> HTTPResponse {
        let (session, form) = try await visit.act()
        let typed = ReleaseSection.Typed(
            reason: TypedReason(form), lockDelay: try LockDelayChoice.read(form))
        let wishes = try (form["intents"] ?? "").split(separator: " ").map { try wish($0) }
        let words = visit.words
        var page = ConsolePage(words.releaseMany, session, words, place: .locks)
        if let refused = refused(page, wishes) { return refused }
        if typed.reason.fault != nil {
            return try await look(visit, session, page, wishes, typed)
        }
        let done = try await visit.context.storage.intents.releaseMany(
            appID: session.app.id, wishes, reason: typed.reason.text, lockDelay: typed.lockDelay,
            actor: session.actor
        ) { visit.context.publish($0) }
        page.notice = words.releasedMany(done.count { $0.outcome == .released }, of: done.count)
        return page.response(
            200, ReleaseManyView.results(page, done),
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
            appID: session.app.id, try LocksScreen.filter(visit, form),
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

    /// Says that there are none, or too many; nil where they can be released at once.
    private static func refused(
        _ page: ConsolePage, _ wishes: [IntentStore.Wish]
    ) -> HTTPResponse? {
        typealias T = HTMLTag
        let words = page.words
        let limit = ReleaseManyRequest.limit
        guard wishes.isEmpty || wishes.count > limit else { return nil }
        let text = wishes.isEmpty ? words.noneChosen : words.tooMany(limit)
        return page.response(
            400, T.p([.alert], .text(text)),
            T.p(T.a([.href(.locks())], .text(words.backToLocks))))
    }
}
