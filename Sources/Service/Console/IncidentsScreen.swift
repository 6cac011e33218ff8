import FoundationEssentials
import HTTPServer
import InterlockAPI
import Storage

/// Lists what a person should see, and resolves it.
enum IncidentsScreen {
    private static let pageSize: Int32 = 25
    private static let statuses = ["open", "resolved", "any"]

    static func show(_ visit: Console.Visit) async throws -> HTTPResponse {
        typealias T = HTMLTag
        let session = try await visit.session()
        let query = try visit.query()
        let words = visit.words
        var filter = IncidentStore.Filter()
        filter.status = visit.value("status", in: query) ?? "open"
        guard statuses.contains(filter.status) else { throw ConsoleRefusal.malformed }
        let account = visit.searched("account_id", in: query)
        filter.account = account.map { AccountName(appID: session.app.id, accountID: $0) }
        let cursor = try visit.cursor(in: query)
        var incidents = try await visit.context.storage.incidents.list(
            appID: session.app.id, filter, before: cursor, limit: pageSize + 1)
        var next: String?
        if incidents.count > pageSize {
            incidents.removeLast()
            next = incidents.last.flatMap { last in
                UUID(uuidString: last.id).map {
                    ListCursor(at: last.openedAt, id: $0).text
                }
            }
        }
        var page = ConsolePage(words.incidents, session, words, place: .incidents)
        if query["notice"] == "resolved" { page.notice = words.resolved }
        let links = statuses.map { status in
            let mark: [HTMLAttribute] = status == filter.status ? [.currentPage] : []
            return T.li(
                T.a(
                    [.href(.incidents([("status", status), ("account_id", account)]))] + mark,
                    .text(words.plain(status))))
        }
        return page.response(
            200, T.nav([.label(words.status)], T.ul([.style(.links)], .all(links))),
            byAccount(page, filter.status, account), .all(incidents.map { card(page, $0) }),
            .group(
                incidents.isEmpty ? T.p([.style(.quiet)], .text(words.nothingFound)) : nil,
                next.map { cursor in
                    let path = ConsolePath.incidents([
                        ("status", filter.status), ("account_id", account), ("cursor", cursor),
                    ])
                    return T.p([.style(.pages)], T.a([.href(path)], .text(words.nextPage)))
                }))
    }

    /// Looks for those of one account, of the same status.
    private static func byAccount(
        _ page: ConsolePage, _ status: String, _ account: String?
    ) -> HTML {
        typealias T = HTMLTag
        let words = page.words
        return T.form(
            [.get, .action(.incidents()), .style(.filters)],
            T.input([.hidden, .name("status"), .value(status)]),
            T.label(
                .text(words.account),
                T.input([.plain, .name("account_id"), .value(account ?? "")])),
            T.button([.submit], .text(words.filter)),
            T.a([.href(.incidents([("status", status)]))], .text(words.clear)))
    }

    /// Resolves an incident; one that is resolved already stays as it is, and who resolved it is shown.
    static func resolve(_ visit: Console.Visit) async throws -> HTTPResponse {
        let (session, form) = try await visit.act()
        let typed = TypedReason(form)
        guard typed.fault == nil else { return try await refused(visit, session, typed) }
        let resolution = try await visit.context.storage.incidents.resolve(
            appID: session.app.id, id: try visit.id(), reason: typed.text, actor: session.actor)
        guard let resolution else { throw ConsoleRefusal.notFound }
        guard resolution.isNew else { return already(visit, session, resolution, typed.text) }
        return ConsolePage.redirect(.incidents([("notice", "resolved")]))
    }

    /// Nothing was done: what stands, and what was not taken.
    private static func already(
        _ visit: Console.Visit, _ session: ConsoleSession, _ resolution: IncidentResolution,
        _ reason: String
    ) -> HTTPResponse {
        typealias T = HTMLTag
        let words = visit.words
        let page = ConsolePage(words.alreadyResolved, session, words, place: .incidents)
        return page.response(
            200, T.p([.status], .text(words.alreadyResolvedText)),
            T.section(
                [.style(.card)],
                page.facts([
                    (words.who, IntentTimeline.actor(page, resolution.by)),
                    (words.resolvedAt, page.time(resolution.at)),
                    (words.resolution, page.foreign(resolution.reason)),
                    (words.notKept, page.foreign(reason)),
                ])), T.p(T.a([.href(.incidents())], .text(words.incidents))))
    }

    /// Shows the incident again with what was typed, and what is wrong with it.
    private static func refused(
        _ visit: Console.Visit, _ session: ConsoleSession, _ typed: TypedReason
    ) async throws -> HTTPResponse {
        typealias T = HTMLTag
        var filter = IncidentStore.Filter()
        filter.status = "any"
        filter.id = try visit.id()
        let found = try await visit.context.storage.incidents.list(
            appID: session.app.id, filter, before: nil, limit: 1)
        guard let incident = found.first else { throw ConsoleRefusal.notFound }
        let page = ConsolePage(visit.words.incidents, session, visit.words, place: .incidents)
        return page.response(
            400, ReasonField.alert(page, typed, at: .reason(of: incident.id)),
            card(page, incident, typed),
            T.p([.style(.pages)], T.a([.href(.incidents())], .text(visit.words.incidents))))
    }

    private static func card(
        _ page: ConsolePage, _ incident: Incident, _ typed: TypedReason? = nil
    ) -> HTML {
        let words = page.words
        return page.section(
            words.plain(incident.kind),
            .group(words.meaning(of: incident.kind).map { HTMLTag.p(.text($0)) }),
            page.facts([
                (words.status, page.badge(incident.status)),
                (words.account, page.account(incident.accountID)),
                (words.environment, .text(words.plain(incident.environment.rawValue))),
                (words.since, page.time(incident.openedAt)),
                incident.times > 1
                    ? (
                        words.seen,
                        .group(page.time(incident.seenAt), .text(words.aside("\(incident.times)×")))
                    )
                    : nil,
                (words.detail, detail(page, incident.detail)),
                incident.resolvedAt.map { (words.resolvedAt, page.time($0)) },
                incident.resolution.map { (words.resolution, page.foreign($0)) },
            ]),
            .group(
                incident.status == "open" && page.session?.mayAct == true
                    ? form(page, incident, typed) : nil))
    }

    private static func form(
        _ page: ConsolePage, _ incident: Incident, _ typed: TypedReason?
    ) -> HTML {
        typealias T = HTMLTag
        let words = page.words
        let field = "reason-" + incident.id
        return T.form(
            [.post, .action(.resolve(incident.id)), .style(.inline)], page.formToken,
            T.label([.for(field)], .text(words.resolveReason)),
            T.input(
                [
                    .plain, .name("reason"), .id(field), .maxLength(Bounds.reason), .required,
                    .value(typed?.text ?? ""),
                ] + (typed == nil ? [] : [.invalid, .autofocus])),
            T.button([.submit], .text(words.resolve)))
    }

    /// Shows an incident's detail, in the order of its members' names; what has a page of its own is linked.
    private static func detail(
        _ page: ConsolePage, _ value: WireValue, of member: String = ""
    ) -> HTML {
        typealias T = HTMLTag
        switch value {
        case .object(let members):
            return page.facts(
                members.sorted { $0.key < $1.key }.map { name, value in
                    (page.words.member(name), detail(page, value, of: name))
                })
        case .array(let elements):
            return T.ul(.all(elements.map { T.li(detail(page, $0, of: member)) }))
        case .string(let text): return self.text(page, text, of: member)
        case .integer(let number): return .text("\(number)")
        case .number(let number): return .text("\(number)")
        case .bool(let flag): return .text(flag ? page.words.yes : page.words.no)
        case .null: return page.quiet("–")
        }
    }

    private static func text(_ page: ConsolePage, _ text: String, of member: String) -> HTML {
        switch member {
        case "intent_id":
            guard let id = UUID(uuidString: text) else { return page.code(text) }
            return HTMLTag.a([.href(.intent(id))], page.code(text))
        case "transaction_id", "original_transaction_id":
            return HTMLTag.a([.href(.transaction(text))], page.code(text))
        case "account_id", "owner_id", "claimant_id", "uploader_id", "token_id":
            return page.account(text)
        case "source", "ownership_type", "token", "kind":
            return page.foreign(page.words.plain(text.lowercased()))
        default:
            guard member.hasSuffix("_at"), let time = Timestamp(text) else {
                return page.foreign(text)
            }
            return page.time(time)
        }
    }
}
