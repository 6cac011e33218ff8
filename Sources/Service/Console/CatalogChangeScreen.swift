import Authentication
import Coordination
import HTTPServer
import InterlockAPI
import Storage

/// Takes a new catalog in two steps: what it would change is shown first, then that is applied.
enum CatalogChangeScreen {
    /// A form percent-encodes: each byte may take three.
    static let bodyLimit = 3 * CatalogLimits.bytes + (16 << 10)

    /// Changes that are listed; the rest is counted. A catalog may have ten thousand products.
    private static let longestList = 500

    static func edit(_ visit: Console.Visit) async throws -> HTTPResponse {
        let session = try await visit.session()
        let entry = try await CatalogScreen.entry(visit, session)
        return form(visit, session, 200, try CatalogText.text(entry.document))
    }

    /// Shows what applying a document would change; nothing is changed yet.
    static func check(_ visit: Console.Visit) async throws -> HTTPResponse {
        let (session, form) = try await visit.act()
        guard let text = form["document"] else { throw ConsoleRefusal.malformed }
        let catalog: Catalog
        do throws(CatalogRejection) { catalog = try Catalog(document: Array(text.utf8)) } catch {
            return self.form(visit, session, 422, text, error.errors)
        }
        let entry = try await CatalogScreen.entry(visit, session)
        let found = CatalogDifference(from: try? Catalog(document: entry.document), to: catalog)
        let open = try await open(visit, session, found)
        return difference(visit, session, 200, catalog, entry, found.changes, open)
    }

    /// Applies a document to the revision that its difference was shown against. Where somebody else was faster,
    /// the difference is shown anew: 412.
    static func apply(_ visit: Console.Visit) async throws -> HTTPResponse {
        let (session, form) = try await visit.act()
        guard let text = form["document"], let seen = form["seen"].flatMap(Int64.init), seen >= 0
        else { throw ConsoleRefusal.malformed }
        let catalog: Catalog
        do throws(CatalogRejection) { catalog = try Catalog(document: Array(text.utf8)) } catch {
            return self.form(visit, session, 422, text, error.errors)
        }
        let context = visit.context
        let applied = try await context.storage.catalogs.apply(
            catalog, appID: session.app.id, expected: seen, actor: session.actor)
        switch applied {
        case .applied:
            try await context.registry.refresh()
            context.publishApps()
            return ConsolePage.redirect(.catalog(notice: "applied"))
        case .unchanged: return ConsolePage.redirect(.catalog(notice: "unchanged"))
        case .stale:
            let entry = try await CatalogScreen.entry(visit, session)
            let found = CatalogDifference(from: try? Catalog(document: entry.document), to: catalog)
            // A fourth question to the database: what is open was shown a moment ago.
            return difference(visit, session, 412, catalog, entry, found.changes, [:])
        case .notFound: throw ConsoleRefusal.notFound
        }
    }

    private static func form(
        _ visit: Console.Visit, _ session: ConsoleSession, _ status: Int, _ text: String,
        _ problems: [CatalogProblem] = []
    ) -> HTTPResponse {
        typealias T = HTMLTag
        let words = visit.words
        let page = ConsolePage(words.catalogEdit, session, words, place: .catalog)
        let isWrong = !problems.isEmpty
        var response = page.response(
            status,
            .group(
                isWrong
                    ? T.div(
                        [.style(.error), .alert, .id("problems")],
                        T.p(.text(words.catalogWrong)), list(page, problems)) : nil),
            T.form(
                [.post, .action(.catalogCheck), .style(.card)], page.formToken,
                T.label([.for("document")], .text(words.catalogDocument)),
                T.textarea(
                    [
                        .name("document"), .id("document"), .rows(28), .required, .noSpellcheck,
                        .describedBy(isWrong ? "problems document-hint" : "document-hint"),
                    ] + (isWrong ? [.invalid] : []), .text("\n" + text)),
                T.p([.id("document-hint"), .style(.quiet)], .text(words.catalogHint)),
                T.button([.submit], .text(words.catalogCompare)), " ",
                T.a([.href(.catalog())], .text(words.cancel))))
        if isWrong { response.code = "invalid_catalog" }
        return response
    }

    private static func list(_ page: ConsolePage, _ problems: [CatalogProblem]) -> HTML {
        let shown = problems.prefix(longestList).map { problem in
            HTMLTag.li(
                .group(
                    problem.place.isEmpty ? nil : page.code(problem.place),
                    problem.place.isEmpty ? nil : " "), page.said(problem.message))
        }
        return HTMLTag.ul(.all(shown))
    }

    private static func difference(
        _ visit: Console.Visit, _ session: ConsoleSession, _ status: Int, _ catalog: Catalog,
        _ entry: CatalogStore.Entry, _ changes: [CatalogDifference.Entry], _ open: [String: Int64]
    ) -> HTTPResponse {
        typealias T = HTMLTag
        let words = visit.words
        let page = ConsolePage(words.catalogChanges, session, words, place: .catalog)
        let document = (try? WireCoding.encode(catalog.document)) ?? []
        var response = page.response(
            status,
            .group(
                status == 412 ? T.p([.style(.error), .alert], .text(words.catalogStale)) : nil,
                catalog.warnings.isEmpty
                    ? nil : page.section(words.warnings, list(page, catalog.warnings))),
            changes.isEmpty
                ? T.p([.style(.quiet)], .text(words.catalogSame))
                : page.section(
                    words.catalogWouldChange(entry.compiled.revision),
                    T.ul(
                        [.style(.timeline)],
                        .all(changes.prefix(longestList).map { line(page, $0, open) })),
                    .group(
                        changes.count > longestList
                            ? T.p(.text(words.more(changes.count - longestList))) : nil)),
            T.form(
                [.post, .action(.catalogApply), .style(.card)], page.formToken,
                T.input([.hidden, .name("seen"), .value("\(entry.compiled.revision)")]),
                T.input([
                    .hidden, .name("document"), .value(String(decoding: document, as: UTF8.self)),
                ]),
                T.p([.style(.quiet)], .text(words.catalogConsequences)),
                .group(changes.isEmpty ? nil : T.button([.submit], .text(words.catalogApply))), " ",
                T.a([.href(.catalogEdit)], .text(words.catalogEdit))))
        if status == 412 { response.code = "precondition_failed" }
        return response
    }

    /// The open intents of each product that would go; at most ``longestList`` products are looked at.
    private static func open(
        _ visit: Console.Visit, _ session: ConsoleSession, _ difference: CatalogDifference
    ) async throws -> [String: Int64] {
        let removed = Array(difference.removedProducts.prefix(longestList))
        guard !removed.isEmpty else { return [:] }
        return try await visit.context.storage.intents.open(of: removed, appID: session.app.id)
    }

    private static func name(_ page: ConsolePage, _ entry: CatalogDifference.Entry) -> HTML {
        switch (entry.subject, entry.name) {
        case (.deadline, let name): .text(page.words.deadline(name))
        // A rule of its own, beside those of pairs.
        case (.ownedRule, "billing retry"): .text(page.words.plain("billing_retry"))
        case (_, let name): page.code(name)
        }
    }

    private static func line(
        _ page: ConsolePage, _ entry: CatalogDifference.Entry, _ open: [String: Int64]
    ) -> HTML {
        typealias T = HTMLTag
        let words = page.words
        func value(_ text: String?, of member: String) -> HTML {
            page.foreign(text.map { words.catalogValue($0, of: member) } ?? words.none)
        }
        let details = entry.details.map { detail -> (String, HTML) in
            let name = words.member(detail.member)
            return switch entry.change {
            case .added: (name, value(detail.to, of: detail.member))
            case .removed: (name, value(detail.from, of: detail.member))
            case .changed:
                (
                    name,
                    .group(
                        value(detail.from, of: detail.member), " → ",
                        value(detail.to, of: detail.member))
                )
            }
        }
        return T.li(
            page.badge(entry.change), " ", .text(words.plain(entry.subject.rawValue)), " ",
            name(page, entry),
            .group(
                entry.isRemovedProduct
                    ? open[entry.name].map { T.p([.style(.quiet)], .text(words.stillOpen($0))) }
                    : nil),
            page.facts(details))
    }
}
