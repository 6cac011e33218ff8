import HTTPServer
import InterlockAPI
import Storage

/// Shows at a glance whether somebody can't buy.
enum OverviewScreen {
    static func show(_ visit: Console.Visit) async throws -> HTTPResponse {
        typealias T = HTMLTag
        let session = try await visit.session()
        let words = visit.words
        let counts = try await visit.context.storage.console.overview(appID: session.app.id)
        var page = ConsolePage(words.overview, session, words, place: .overview)
        page.isLive = true
        func figure(_ name: String, _ number: String, _ path: ConsolePath?) -> HTML {
            let label = path.map { T.a([.href($0)], .text(name)) } ?? .text(name)
            return T.p([.style(.figure)], T.span([.style(.number)], .text(number)), label)
        }
        func number(_ count: Int64, _ figure: ConsoleOverview.Figure) -> String {
            self.number(count, isEstimated: counts.estimated.contains(figure), counts)
        }
        func open(_ status: IntentStatus) -> ConsolePath {
            .locks([("status", status.rawValue)])
        }
        return page.response(
            200,
            T.div(
                [.style(.figures)],
                figure(
                    words.stuck, number(counts.stuck, .stuck), .locks([("stuck", "yes")])),
                figure(
                    words.open,
                    self.number(counts.open, isEstimated: counts.isOpenEstimated, counts),
                    .locks()),
                figure(words.pending, number(counts.pending, .pending), open(.pending)),
                figure(
                    words.openIncidents, number(counts.incidents, .incidents), .incidents()),
                figure(words.waitingDevices, "\(counts.waiting)", nil)),
            OverviewChart(counts.samples.map(OverviewChart.Sample.init), now: counts.at)
                .html(page),
            T.section(
                [.style(.card)],
                page.facts([
                    (words.reserved, .text(number(counts.reserved, .reserved))),
                    (words.pending, .text(number(counts.pending, .pending))),
                    (words.confirming, .text(number(counts.confirming, .confirming))),
                    counts.oldestAt.map { oldest in
                        let age = page.age(since: oldest, at: counts.at)
                        return (words.oldest, .group(page.time(oldest), " ", age))
                    },
                ]),
                T.p(
                    [.style(.quiet)],
                    .text(
                        (counts.stuck == 0 ? words.nothingStuck + " " : "")
                            + words.stuckMeans(counts.rule))),
                .group(
                    counts.estimated.isEmpty
                        ? nil : counts.countedAt.map { countedAt(page, $0) })))
    }

    /// A number that a look counts stands as it is; a greater one is of the last sample, if there is one.
    private static func number(
        _ count: Int64, isEstimated: Bool, _ counts: ConsoleOverview
    ) -> String {
        guard isEstimated else { return "\(count)" }
        return counts.countedAt == nil ? "\(count)+" : "≈ \(count)"
    }

    private static func countedAt(_ page: ConsolePage, _ at: Timestamp) -> HTML {
        HTMLTag.p([.style(.quiet)], .text(page.words.countedAt), " ", page.time(at))
    }
}
