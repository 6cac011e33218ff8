import FoundationEssentials
import HTTPServer
import InterlockAPI
import Storage

/// Lists what administrators did, and why.
enum AuditScreen {
    private static let pageSize: Int32 = 50

    static func show(_ visit: Console.Visit) async throws -> HTTPResponse {
        typealias T = HTMLTag
        let session = try await visit.session()
        let words = visit.words
        let cursor = try visit.cursor(in: visit.query())
        var acts = try await visit.context.storage.console.audit(
            appID: session.app.id, before: cursor, limit: pageSize + 1)
        var next: String?
        if acts.count > pageSize {
            acts.removeLast()
            next = acts.last.map { IntentCursor(createdAt: $0.at, id: $0.id).text }
        }
        let page = ConsolePage(words.audit, session, words, place: .audit)
        return page.response(
            200,
            T.section(
                [.style(.card)],
                page.table(
                    words.auditCaption,
                    [words.when, words.who, words.act, words.subject, words.why],
                    acts.map { act in
                        [
                            page.time(act.at), page.foreign(act.who),
                            page.foreign(words.plain(act.act)), subject(page, act.subject),
                            page.foreign(act.reason),
                        ]
                    }),
                .group(
                    next.map {
                        T.p([.style(.pages)], T.a([.href(.audit($0))], .text(words.nextPage)))
                    })))
    }

    private static func subject(_ page: ConsolePage, _ subject: WireValue) -> HTML {
        guard case .object(let members) = subject else { return page.quiet("–") }
        let parts = members.sorted { $0.key < $1.key }.map { name, value -> HTML in
            guard case .string(let text) = value else { return .nothing }
            if name == "intent_id", let id = UUID(uuidString: text) {
                return HTMLTag.a([.href(.intent(id))], page.code(text))
            }
            return .group(page.quiet(page.words.plain(name)), " ", page.code(text), " ")
        }
        return .all(parts)
    }
}
