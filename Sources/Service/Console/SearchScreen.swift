import HTTPServer
import InterlockAPI
import Storage

/// Finds what a support person has at hand: an account, an intent, a group, a transaction, an app account token.
enum SearchScreen {
    private static let longest = 255

    static func show(_ visit: Console.Visit) async throws -> HTTPResponse {
        typealias T = HTMLTag
        let session = try await visit.session()
        let words = visit.words
        let text = (try visit.query()["q"] ?? "")
        guard text.utf8.count <= longest else { throw ConsoleRefusal.malformed }
        let hits =
            text.isEmpty
            ? [] : try await visit.context.storage.console.search(appID: session.app.id, text)
        // One thing that has a page of its own is shown at once.
        if hits.count == 1, let path = hits.first.flatMap(path) {
            return ConsolePage.redirect(path)
        }
        let page = ConsolePage(words.search, session, words)
        let rows: [[HTML]] = hits.map { hit in
            let name = hit.intentID?.wireText ?? hit.transactionID ?? hit.accountID ?? ""
            let shown = page.code(name)
            return [
                .text(words.plain(hit.kind)),
                path(hit).map { T.a([.href($0)], shown) } ?? shown,
                page.account(hit.accountID), page.foreign(hit.productID),
                .text(hit.environment.map { words.plain($0) } ?? "–"), page.time(hit.at),
            ]
        }
        return page.response(
            200, T.p(T.bdi(.text(text))), T.p([.style(.quiet)], .text(words.searchExact)),
            T.section(
                [.style(.card)],
                page.table(
                    nil,
                    [
                        words.kind, words.found, words.account, words.product, words.environment,
                        words.since,
                    ], rows)))
    }

    private static func path(_ hit: ConsoleHit) -> ConsolePath? {
        if let intent = hit.intentID { return .intent(intent) }
        return hit.accountID.map { .account($0, environment: hit.environment) }
    }
}
