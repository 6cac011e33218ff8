import FoundationEssentials
import HTTPServer
import InterlockAPI
import Storage

/// Lists what administrators did, to whom, why, and what it changed.
enum AuditScreen {
    private static let pageSize: Int32 = 50

    static func show(_ visit: Console.Visit) async throws -> HTTPResponse {
        typealias T = HTMLTag
        let session = try await visit.session()
        let words = visit.words
        let asked = try AuditQuestion(visit, of: session.app.id)
        var records = try await visit.context.storage.audit.list(
            appID: session.app.id, asked.filter, before: asked.before, limit: pageSize + 1)
        var next: String?
        if records.count > pageSize {
            records.removeLast()
            next = records.last.map { "\($0.place)" }
        }
        let page = ConsolePage(words.audit, session, words, place: .audit)
        return page.response(
            200, form(page, asked),
            T.section(
                [.style(.card)],
                page.table(
                    words.auditCaption,
                    [
                        words.when, words.who, words.act, words.subject, words.changes,
                        words.why,
                    ],
                    records.map { record in
                        let part = AuditPart(page, record)
                        return [
                            page.time(record.at), part.actor,
                            page.foreign(words.act(record.act)), part.subject, part.changes,
                            page.foreign(record.reason),
                        ]
                    }),
                T.p(
                    [.style(.pages)],
                    .group(
                        asked.before.map { _ in
                            T.a([.href(.audit(asked.pairs))], .text(words.firstPage))
                        }, " ",
                        next.map {
                            let path = ConsolePath.audit(asked.pairs + [("cursor", $0)])
                            return T.a([.href(path)], .text(words.nextPage))
                        }))))
    }

    private static func form(_ page: ConsolePage, _ asked: AuditQuestion) -> HTML {
        typealias T = HTMLTag
        let words = page.words
        // An act of another program's is offered where it is asked for.
        let acts = AuditAct.allCases.map(\.rawValue)
        let others = asked.filter.act.map { acts.contains($0) ? [] : [$0] } ?? []
        return T.form(
            [.get, .action(.audit()), .style(.filters)],
            T.label(
                .text(words.account),
                T.input([.plain, .name("account_id"), .value(asked.account ?? "")])),
            T.label(
                .text(words.act),
                T.select(
                    [.name("act")], page.option("", words.any, selected: asked.filter.act == nil),
                    .all(
                        (acts + others).map {
                            page.option($0, words.act($0), selected: asked.filter.act == $0)
                        }))),
            T.label(
                .text(words.fromDay),
                T.input([.date, .name("from"), .value(asked.from ?? "")])),
            T.label(
                .text(words.toDay), T.input([.date, .name("to"), .value(asked.to ?? "")])),
            T.button([.submit], .text(words.filter)),
            T.a([.href(.audit())], .text(words.clear)))
    }
}
