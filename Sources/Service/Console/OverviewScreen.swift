import HTTPServer
import InterlockAPI
import Storage
import Telemetry

/// Shows at a glance whether somebody can't buy.
enum OverviewScreen {
    static func show(_ visit: Console.Visit) async throws -> HTTPResponse {
        typealias T = HTMLTag
        let session = try await visit.session()
        let words = visit.words
        let counts = try await visit.context.storage.console.overview(appID: session.app.id)
        let waiting = visit.context.metrics.registry.gauge(
            "interlock_parked_polls", help: "State polls that wait"
        ).value
        var page = ConsolePage(words.overview, session, words, place: .overview)
        page.isLive = true
        func figure(_ name: String, _ count: Int64, _ path: ConsolePath?) -> HTML {
            let label = path.map { T.a([.href($0)], .text(name)) } ?? .text(name)
            return T.p([.style(.figure)], T.span([.style(.number)], .text("\(count)")), label)
        }
        func open(_ status: IntentStatus) -> ConsolePath {
            .locks([("status", status.rawValue)])
        }
        return page.response(
            200,
            T.div(
                [.style(.figures)], figure(words.stuck, counts.stuck, .locks()),
                figure(words.open, counts.open, .locks()),
                figure(words.pending, counts.pending, open(.pending)),
                figure(words.openIncidents, counts.incidents, .incidents()),
                figure(words.waitingDevices, Int64(waiting), nil)),
            T.section(
                [.style(.card)],
                page.facts([
                    (words.reserved, .text("\(counts.reserved)")),
                    (words.pending, .text("\(counts.pending)")),
                    (words.confirming, .text("\(counts.confirming)")),
                    counts.oldestAt.map { oldest in
                        let age = page.age(since: oldest, at: counts.at)
                        return (words.oldest, .group(page.time(oldest), " ", age))
                    },
                ]),
                T.p(
                    [.style(.quiet)],
                    .text(
                        counts.stuck == 0
                            ? words.nothingStuck + " " + words.stuckMeans : words.stuckMeans))))
    }
}
