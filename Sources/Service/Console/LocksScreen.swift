import FoundationEssentials
import HTTPServer
import InterlockAPI
import Storage

/// Lists open intents, the stuck ones first.
enum LocksScreen {
    private static let pageSize: Int32 = 50
    /// What the filter offers, in seconds.
    private static let ages: [Int32] = [600, 3_600, 86_400, 604_800]

    static func show(_ visit: Console.Visit) async throws -> HTTPResponse {
        typealias T = HTMLTag
        let session = try await visit.session()
        let query = try visit.query()
        let words = visit.words
        let filter = try filter(visit, query)
        let locks = try await visit.context.storage.intents.locks(
            appID: session.app.id, filter, after: try visit.cursor(in: query),
            limit: pageSize)
        var page = ConsolePage(words.locks, session, words, place: .locks)
        page.isLive = true
        let pairs = [
            ("status", filter.status?.rawValue), ("environment", filter.environment?.rawValue),
            ("product_id", filter.productID), ("account_id", filter.accountID),
            ("older_than", filter.olderThan.map { "\($0)" }),
            ("stuck", filter.onlyStuck ? "yes" : nil),
        ]
        return page.response(
            200, form(page, session, filter),
            T.section(
                [.style(.card)],
                ReleaseManyScreen.chooser(
                    page, of: locks.rows.count, filter: pairs,
                    page.table(
                        words.locksCaption,
                        [
                            words.status, words.product, words.account, words.device,
                            words.environment, words.since, words.deadline,
                        ] + (session.mayAct ? [words.choose] : []),
                        locks.rows.map { row(page, $0) })),
                more(page, locks),
                T.p(
                    [.style(.pages)],
                    .group(
                        query["cursor"].map { _ in
                            T.a([.href(.locks(pairs))], .text(words.firstPage))
                        }, " ",
                        locks.next.map {
                            T.a(
                                [.href(.locks(pairs + [("cursor", $0.text)]))],
                                .text(words.nextPage))
                        }))))
    }

    /// Says that a short page is not the end.
    private static func more(_ page: ConsolePage, _ locks: IntentStore.LockPage) -> HTML {
        guard locks.next != nil, locks.rows.count < pageSize else { return .nothing }
        return HTMLTag.p([.style(.quiet)], .text(page.words.lookedAtMany))
    }

    private static func row(_ page: ConsolePage, _ row: IntentStore.LockRow) -> [HTML] {
        let intent = row.intent
        return [
            .group(
                page.badge(intent.status.rawValue), row.isStuck ? page.badge("stuck") : nil,
                row.hasClaim ? nil : page.quiet(" \(page.words.noClaim)")),
            HTMLTag.a([.href(.intent(intent.id))], HTMLTag.bdi(.text(intent.productID))),
            page.account(intent.accountID), page.foreign(intent.deviceID),
            .text(page.words.plain(intent.environment.rawValue)), page.time(intent.createdAt),
            page.time(intent.expiresAt),
        ] + (page.session?.mayAct == true ? [ReleaseManyScreen.choice(page, row)] : [])
    }

    private static func form(
        _ page: ConsolePage, _ session: ConsoleSession, _ filter: IntentStore.LockFilter
    ) -> HTML {
        typealias T = HTMLTag
        let words = page.words
        let statuses: [IntentStatus] = [.reserved, .pending, .confirming]
        let environments = session.app.environments
        return T.form(
            [.get, .action(.locks()), .style(.filters)],
            T.label(
                .text(words.status),
                T.select(
                    [.name("status")],
                    page.option("", words.any, selected: filter.status == nil),
                    .all(
                        statuses.map {
                            page.option(
                                $0.rawValue, words.plain($0.rawValue),
                                selected: filter.status == $0)
                        }))),
            .group(
                environments.count < 2
                    ? nil
                    : T.label(
                        .text(words.environment),
                        T.select(
                            [.name("environment")],
                            page.option("", words.any, selected: filter.environment == nil),
                            .all(
                                environments.map {
                                    page.option(
                                        $0.rawValue, words.plain($0.rawValue),
                                        selected: filter.environment == $0)
                                })))),
            T.label(
                .text(words.product),
                T.input([.plain, .name("product_id"), .value(filter.productID ?? "")])),
            T.label(
                .text(words.account),
                T.input([.plain, .name("account_id"), .value(filter.accountID ?? "")])),
            T.label(
                .text(words.age),
                T.select(
                    [.name("older_than")],
                    page.option("", words.any, selected: filter.olderThan == nil),
                    .all(
                        ages.map {
                            page.option(
                                "\($0)", words.over(seconds: Int64($0)),
                                selected: filter.olderThan == $0)
                        }))),
            T.label(
                T.input(
                    [.checkbox, .name("stuck"), .value("yes")]
                        + (filter.onlyStuck ? [.checked] : [])),
                .text(words.onlyStuck)),
            T.button([.submit], .text(words.filter)),
            T.a([.href(.locks())], .text(words.clear)))
    }

    static func filter(
        _ visit: Console.Visit, _ query: HTTPQuery
    ) throws -> IntentStore.LockFilter {
        var filter = IntentStore.LockFilter()
        filter.environment = try visit.environment(in: query)
        if let word = visit.value("status", in: query) {
            guard let status = IntentStatus(rawValue: word), status.isOpen else {
                throw ConsoleRefusal.malformed
            }
            filter.status = status
        }
        filter.productID = visit.searched("product_id", in: query)
        filter.accountID = visit.searched("account_id", in: query)
        if let text = visit.value("older_than", in: query) {
            guard let seconds = Int32(text), seconds >= 0 else { throw ConsoleRefusal.malformed }
            filter.olderThan = seconds
        }
        if let word = visit.value("stuck", in: query) {
            guard word == "yes" else { throw ConsoleRefusal.malformed }
            filter.onlyStuck = true
        }
        return filter
    }
}
