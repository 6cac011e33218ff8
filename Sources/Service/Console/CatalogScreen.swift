import Authentication
import Coordination
import HTTPServer
import InterlockAPI
import Storage

/// Shows the app's catalog.
enum CatalogScreen {
    static func show(_ visit: Console.Visit) async throws -> HTTPResponse {
        typealias T = HTMLTag
        let session = try await visit.session()
        let entry = try await entry(visit, session)
        let words = visit.words
        var page = ConsolePage(words.catalog, session, words, place: .catalog)
        switch try visit.query()["notice"] {
        case "applied": page.notice = words.catalogApplied
        case "unchanged": page.notice = words.catalogUnchanged
        default: break
        }
        let catalog = try? Catalog(document: entry.document)
        return page.response(
            200,
            T.section(
                [.style(.card)],
                page.facts([(words.revision, .text("\(entry.compiled.revision)"))]),
                T.p([.style(.pages)], T.a([.href(.catalogEdit)], .text(words.catalogEdit)))),
            .group(catalog.map { tables(page, $0) }),
            T.section(
                [.style(.card)],
                T.details(
                    T.summary(.text(words.catalogDocument)),
                    T.pre(T.code(.text(try CatalogText.text(entry.document)))))))
    }

    static func entry(
        _ visit: Console.Visit, _ session: ConsoleSession
    ) async throws -> CatalogStore.Entry {
        let store = visit.context.storage.catalogs
        guard let entry = try await store.read(appID: session.app.id) else {
            throw ConsoleRefusal.notFound
        }
        return entry
    }

    private static func tables(_ page: ConsolePage, _ catalog: Catalog) -> HTML {
        let words = page.words
        var members: [String: [String]] = [:]
        for product in catalog.products {
            for set in product.sets { members[set, default: []].append(product.id) }
        }
        let sets = catalog.audiences.sorted { $0.key < $1.key }.map { set, audience in
            [
                page.foreign(set), .text(words.audience(audience)),
                page.foreign(words.list(members[set] ?? [])),
            ]
        }
        let rules = catalog.overrides.sorted {
            ($0.key.owned, $0.key.wanted) < ($1.key.owned, $1.key.wanted)
        }.map { pair, outcome in
            [
                page.foreign(pair.owned), page.foreign(pair.wanted),
                page.badge(outcome.rule.rawValue),
                outcome.risk.map { page.foreign(words.plain($0.rawValue)) } ?? page.quiet("–"),
            ]
        }
        return .group(
            page.section(words.products, products(page, catalog)),
            page.section(
                words.sets, page.table(nil, [words.set, words.locksFor, words.products], sets)),
            page.section(
                words.ownedRules, .group(HTMLTag.p([.style(.quiet)], .text(words.ownedRulesHint))),
                page.table(nil, [words.ownedOne, words.wantedOne, words.rule, words.risks], rules),
                .group(
                    catalog.billingRetryEntitles
                        ? HTMLTag.p(.text(words.billingRetryEntitles)) : nil)),
            page.section(words.deadlines, deadlines(page, catalog.deadlines)))
    }

    private static func products(_ page: ConsolePage, _ catalog: Catalog) -> HTML {
        let words = page.words
        return page.table(
            nil,
            [
                words.product, words.kind, words.subscriptionGroup, words.level, words.sets,
                words.familyShareable, words.duration,
            ],
            catalog.products.map { product in
                [
                    page.code(product.id), .text(words.plain(product.kind.rawValue)),
                    page.foreign(product.subscriptionGroup),
                    product.level.map { .text("\($0)") } ?? page.quiet("–"),
                    page.foreign(words.list(product.sets)),
                    .text(product.familyShareable ? words.yes : words.no),
                    product.duration.map { .text(words.duration($0)) } ?? page.quiet("–"),
                ]
            })
    }

    private static func deadlines(_ page: ConsolePage, _ deadlines: Deadlines) -> HTML {
        let words = page.words
        return page.facts(
            [
                ("reserved", deadlines.reserved), ("reserved_total", deadlines.reservedTotal),
                ("pending", deadlines.pending), ("confirming", deadlines.confirming),
                ("late_settlement", deadlines.lateSettlement),
                ("unresolved_risk", deadlines.unresolvedRisk),
            ].map { name, seconds in
                (words.deadline(name), .text(words.duration(ISODuration(seconds: seconds))))
            })
    }
}
