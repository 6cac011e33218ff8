import Authentication
import Coordination
import HTTPServer
import InterlockAPI
import Storage

/// One page: what stands around its content, and the answer's header fields.
struct ConsolePage: Sendable {
    static let policy = """
        default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; \
        base-uri 'none'
        """

    let words: ConsoleWords
    /// Nil on pages for those who are not signed in.
    let session: ConsoleSession?
    var title: String
    /// Which link of the navigation is this page.
    var place: Place?
    var notice: String?
    /// Whether the script keeps the page fresh.
    var isLive = false

    enum Place { case overview, locks, incidents, audit, catalog, keys }

    init(_ title: String, _ session: ConsoleSession?, _ words: ConsoleWords, place: Place? = nil) {
        self.title = title
        self.session = session
        self.words = words
        self.place = place
    }

    func response(_ status: Int = 200, _ content: HTML...) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: Self.headers,
            body: HTML.document(whole(.all(content))))
    }

    static let headers: [(name: String, value: String)] = [
        ("Content-Type", "text/html; charset=utf-8"), ("Content-Security-Policy", policy),
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Cache-Control", "no-store"), ("Vary", "Accept-Language"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    ]

    /// A file that pages load.
    static func asset(_ text: String, type: String) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: [
                ("Content-Type", type), ("Content-Security-Policy", policy),
                ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "private, max-age=300"),
            ], body: Array(text.utf8))
    }

    /// Leads elsewhere after a form was taken.
    static func redirect(
        _ path: ConsolePath, _ extra: [(name: String, value: String)] = []
    ) -> HTTPResponse {
        HTTPResponse(status: 303, headers: headers + [("Location", path.text)] + extra)
    }

    private func whole(_ content: HTML) -> HTML {
        typealias T = HTMLTag
        return T.html(
            [.lang(words.language.code)] + (words.clock.isUTC ? [] : [.zone(words.clock.name)]),
            T.head(
                T.meta([.utf8]), T.meta([.viewport, .content("width=device-width")]),
                T.title("\(title) · \(words.console)"),
                T.link([.stylesheet, .href(.style)]),
                T.script([.source(.script), .deferred])),
            T.body(
                T.a([.style(.skip), .href(.main)], .text(words.skip)),
                session.map(bar)
                    ?? T.header([.style(.narrow)], T.span([.style(.brand)], "Interlock")),
                T.main(
                    [.mainID] + (session == nil ? [.style(.narrow)] : [])
                        + (isLive ? [.live] : []) + (session.map { [.app($0.app.id)] } ?? []),
                    .group(
                        T.h1(.text(title)),
                        notice.map { T.p([.style(.notice), .status], .text($0)) }),
                    content), .group(session.map(foot))))
    }

    /// Which zone times are in, and what the script has done.
    private func foot(_ session: ConsoleSession) -> HTML {
        typealias T = HTMLTag
        return T.footer(
            [.style(.foot)],
            T.p(
                [
                    .id("live"), .status, .polite, .saying("updated", words.liveUpdated),
                    .saying("held", words.liveHeld), .saying("failed", words.liveFailed),
                    .saying("ended", words.liveEnded),
                ]),
            T.p(
                .text(words.timesIn), T.span([.id("zone")], .text(words.clock.name)), " ",
                T.a([.href(.zone(next: session.place))], .text(words.zoneChange)), " ",
                T.a([.href(.signIn())], .text(words.appAdd))))
    }

    private func bar(_ session: ConsoleSession) -> HTML {
        typealias T = HTMLTag
        return T.header(
            [.style(.bar)],
            T.span([.style(.brand)], "Interlock ", T.bdi(.text(session.app.id))),
            .group(session.apps.count > 1 ? chooser(session) : nil),
            T.nav(
                [.label(words.console)],
                T.ul(
                    [.style(.links)], link(.overview, .overview, words.overview),
                    link(.locks(), .locks, words.locks),
                    link(.incidents(), .incidents, words.incidents),
                    link(.audit(), .audit, words.audit),
                    .group(
                        session.may(.manageCatalog)
                            ? link(.catalog(), .catalog, words.catalog) : nil,
                        session.may(.manageKeys) ? link(.keys(), .keys, words.keys) : nil))),
            T.form(
                [.get, .action(.search), .style(.find)],
                T.input([
                    .search, .name("q"), .label(words.searchHint), .placeholder(words.searchHint),
                    .maxLength(255), .required,
                ]),
                T.button([.submit], .text(words.find))),
            T.form(
                [.post, .action(.signOut), .style(.who)], formToken,
                T.span(
                    T.bdi(.text(session.key.label)),
                    .text(words.aside(words.plain(session.key.role.rawValue)))),
                T.button([.submit], .text(words.signOut))))
    }

    /// Leads to another app that the browser is signed in to.
    private func chooser(_ session: ConsoleSession) -> HTML {
        typealias T = HTMLTag
        return T.form(
            [.post, .action(.app), .style(.who)], formToken,
            .group(session.place.map { T.input([.hidden, .name("next"), .value($0.text)]) }),
            T.select(
                [.name("app"), .label(words.app)],
                .all(session.apps.map { option($0, $0, selected: $0 == session.app.id) })),
            T.button([.submit], .text(words.appChoose)))
    }

    private func link(_ path: ConsolePath, _ place: Place, _ text: String) -> HTML {
        let current: [HTMLAttribute] = place == self.place ? [.currentPage] : []
        return HTMLTag.li(HTMLTag.a([.href(path)] + current, .text(text)))
    }

    /// The hidden field that every form of a session carries.
    var formToken: HTML {
        .group(
            session.map {
                HTMLTag.input([.hidden, .name("form_token"), .formToken($0.secret.formToken)])
            })
    }
}

// Small pieces that several pages share.
extension ConsolePage {
    func time(_ time: Timestamp?) -> HTML {
        guard let time else { return quiet("–") }
        let title: [HTMLAttribute] =
            words.clock.isUTC ? [] : [.title(ConsoleZone.utcText(time))]
        return HTMLTag.time(
            [.datetime(time.description)] + title, .text(words.clock.text(time)))
    }

    /// How long something has lasted at `now`; what only the clock changes is no news to the script.
    func age(since start: Timestamp, at now: Timestamp) -> HTML {
        HTMLTag.span(
            [.style(.age)], .text(words.brackets(words.age(seconds: now.seconds - start.seconds))))
    }

    func quiet(_ text: String) -> HTML { HTMLTag.span([.style(.quiet)], .text(text)) }

    /// A text of somebody else's: its direction can't disturb what stands around it.
    func foreign(_ text: String?) -> HTML {
        text.map { HTMLTag.bdi(.text($0)) } ?? quiet("–")
    }

    func code(_ text: String) -> HTML { HTMLTag.code(HTMLTag.bdi(.text(text))) }

    func account(_ id: String?) -> HTML {
        guard let id else { return quiet(words.nobodys) }
        return HTMLTag.a([.href(.account(id))], HTMLTag.bdi(.text(id)))
    }

    /// A word of the API's as a coloured badge that also reads without colour.
    func badge(_ word: String) -> HTML {
        let style: ConsoleStyle =
            switch word {
            case "completed", "owned", "active", "available", "resolved": .good
            case "pending", "confirming", "locked", "blocked", "grace_period", "billing_retry",
                "open":
                .warn
            case "failed", "revoked", "stuck": .bad
            default: .calm
            }
        return HTMLTag.span([.style(style)], .text(words.plain(word)))
    }

    /// What happens to a part of the catalog.
    func badge(_ change: CatalogDifference.Change) -> HTML {
        HTMLTag.span([.style(.calm)], .text(words.change(change)))
    }

    func facts(_ pairs: [(String, HTML)?]) -> HTML {
        let rows = pairs.compactMap(\.self).map { name, value in
            HTML.group(HTMLTag.dt(.text(name)), HTMLTag.dd(value))
        }
        return HTMLTag.dl([.style(.facts)], .all(rows))
    }

    func table(_ caption: String?, _ heads: [String], _ rows: [[HTML]]) -> HTML {
        typealias T = HTMLTag
        guard !rows.isEmpty else { return T.p([.style(.quiet)], .text(words.nothingFound)) }
        return T.div(
            [.style(.scroll)],
            T.table(
                .group(caption.map { T.caption(.text($0)) }),
                T.thead(T.tr(.all(heads.map { T.th([.columnHeader], .text($0)) }))),
                T.tbody(.all(rows.map { T.tr(.all(cells(heads, $0))) }))))
    }

    /// Each cell says under which head it stands: on a narrow screen there are no columns.
    private func cells(_ heads: [String], _ row: [HTML]) -> [HTML] {
        row.indices.map { index in
            let head: [HTMLAttribute] = heads.indices.contains(index) ? [.head(heads[index])] : []
            return HTMLTag.td(head, row[index])
        }
    }

    /// What the rules of a catalog say; in English where Chinese has no words for it.
    func said(_ message: String) -> HTML {
        guard words.language != .english, let text = CatalogTerms.chinese(message) else {
            return HTMLTag.span([.lang(ConsoleLanguage.english.code)], .text(message))
        }
        return .text(text)
    }

    func section(_ title: String, _ content: HTML...) -> HTML {
        HTMLTag.section([.style(.card)], HTMLTag.h2(.text(title)), .all(content))
    }

    func option(_ value: String, _ text: String, selected: Bool) -> HTML {
        HTMLTag.option([.value(value)] + (selected ? [.selected] : []), .text(text))
    }
}
