import InterlockAPI
import Testing

@testable import Service

@Suite("The console's chart")
struct ConsoleChartPromises {
    private static let now = Timestamp(seconds: 1_800_000_000)

    private func draw(
        _ samples: [OverviewChart.Sample], _ language: ConsoleLanguage = .english
    ) -> String {
        let page = ConsolePage("t", nil, ConsoleWords(language))
        return OverviewChart(samples, now: Self.now).html(page).markup
    }

    private func sample(
        minutesAgo: Int64, open: Int64 = 0, pending: Int64 = 0, stuck: Int64 = 0
    ) -> OverviewChart.Sample {
        .init(
            at: Self.now.adding(seconds: -minutesAgo * 60), open: open, pending: pending,
            stuck: stuck)
    }

    /// The path of a line.
    private func path(_ style: String, in markup: String) -> String? {
        markup.split(separator: "<path ").map(String.init)
            .first { $0.contains("class=\"line \(style)\"") && !$0.contains("M2 4H22") }?
            .split(separator: "\"").dropFirst().first.map(String.init)
    }

    @Test func `samples become lines from left to right, as high as their share`() {
        let markup = draw([
            sample(minutesAgo: 0, open: 10, pending: 5, stuck: 0),
            sample(minutesAgo: 10, open: 5, pending: 0, stuck: 10),
        ])
        // 44 to 720 wide, 138 down to 8 high.
        #expect(path("open", in: markup) == "M715 73h0L720 8")
        #expect(path("pending", in: markup) == "M715 138h0L720 73")
        #expect(path("stuck", in: markup) == "M715 8h0L720 138")
    }

    @Test func `where nothing was counted there is a gap`() {
        let lone = draw([
            sample(minutesAgo: 720, open: 2), sample(minutesAgo: 715, open: 2),
            sample(minutesAgo: 600, open: 1), sample(minutesAgo: 0, open: 1),
        ])
        #expect(path("open", in: lone) == "M382 8h0L384 8M438 73h0M720 73h0")
    }

    @Test func `each hour says which instant it is, for the script`() {
        let markup = draw([sample(minutesAgo: 1)])
        for (hour, hoursAgo) in [("08:00", 24), ("14:00", 18), ("20:00", 12), ("02:00", 6)] {
            let at = Self.now.adding(seconds: Int64(-hoursAgo * 3_600))
            #expect(markup.contains("datetime=\"\(at.description)\">\(hour)</text>"), "\(hour)")
        }
    }

    @Test func `what is older than a day or not yet is left out`() {
        let markup = draw([
            sample(minutesAgo: 1_441, open: 900), sample(minutesAgo: -1, open: 900),
            sample(minutesAgo: 1_440, open: 1),
        ])
        #expect(path("open", in: markup) == "M44 73h0" && !markup.contains("900"))
        #expect(draw([]).contains("Nothing was counted yet."))
        #expect(draw([sample(minutesAgo: 1_500)]).contains("Nothing was counted yet."))
    }

    @Test(
        arguments: [
            (0, "2"), (2, "2"), (3, "4"), (7, "10"), (11, "20"), (101, "200"), (12_345, "20000"),
            (-5, "2"), (.max, "\(Int64.max)"),
        ] as [(Int64, String)]) func `the scale ends in a round number, whatever was counted`(
            _ count: Int64, _ highest: String
        )
    {
        let markup = draw([sample(minutesAgo: 1, open: count, pending: .min)])
        #expect(markup.contains(">\(highest)</text>"))
        // Nothing leaves the frame.
        for piece in markup.split(separator: " y=\"").dropFirst() {
            #expect((0...160).contains(Int(piece.prefix { $0 != "\"" }) ?? -1))
        }
    }

    @Test func `who can't see it reads the numbers`() {
        let markup = draw(
            (0..<180).map { sample(minutesAgo: $0, open: 180 - $0, pending: 1, stuck: $0) })
        #expect(markup.contains("role=\"img\" class=\"chart\" aria-labelledby=\"chart-title"))
        #expect(markup.contains("<title id=\"chart-title\">The last 24 hours</title>"))
        #expect(
            markup.contains(
                ">Last: 180 open, 1 pending, 0 stuck. Most stuck at once: 179.</desc>"))
        #expect(markup.contains("<details>"))
        let rows = markup.split(separator: "<tr>").count - 2
        #expect((3...4).contains(rows), "one an hour")
        #expect(!markup.contains("style="), "the policy allows no styles in the page")
        #expect(foreignMarkup(in: markup).isEmpty)
        #expect(
            englishWords(in: draw([sample(minutesAgo: 1)], .chinese), besides: []).isEmpty)
    }

    @Test func `the overview draws what was counted in the last day`() async throws {
        try await ServiceFixture.with { fixture in
            try await fixture.ask(
                """
                insert into interlock.app_sample (app_id, bucket_at, counted_at, reserved, pending,
                    confirming, stuck, incidents, waiting)
                select 'demo', b, b, 5, 41, 1, 17, 0, 0 from (values
                    (date_bin('5 min', now() - interval '2 hours', 'epoch')),
                    (date_bin('5 min', now() - interval '25 hours', 'epoch'))) v (b)
                """)
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.viewerKey)
            let page = try await person.get("/admin").text
            let stuck = try #require(path("stuck", in: page))
            #expect(stuck.hasPrefix("M") && stuck.contains("h0"))
            let texts = visibleTexts(of: page)
            #expect(texts.contains { $0.hasSuffix("Most stuck at once: 17.") })
            #expect(texts.filter { $0 == "47" }.count == 1, "its row of numbers")
            #expect(foreignMarkup(in: page).isEmpty)
        }
    }
}
