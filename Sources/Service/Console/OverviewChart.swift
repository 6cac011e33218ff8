import InterlockAPI
import Storage

/// Draws how many intents were open, pending and stuck over the last day.
///
/// Everything is a path in whole units of the picture's own; colours come from the stylesheet. Where no sample
/// was taken the lines have a gap. The numbers stand in a table beside it for those who can't see it.
struct OverviewChart {
    /// What was counted at one time.
    struct Sample: Sendable, Equatable {
        let at: Timestamp
        let open: Int64
        let pending: Int64
        let stuck: Int64
    }

    /// Where the picture ends: the next five minutes, so that it changes no more often than there are samples.
    private static let step: Int64 = 300

    private static let day: Int64 = 86_400
    /// Samples further apart than this have a gap between them, in seconds.
    private static let gap: Int64 = 15 * 60
    private static let width: Int64 = 720
    private static let height: Int64 = 160
    private static let left: Int64 = 44
    private static let bottom: Int64 = 22
    private static let top: Int64 = 8

    private let samples: [Sample]
    private let now: Timestamp
    private let highest: Int64

    /// Takes the samples of the day before `now`, in any order.
    init(_ samples: [Sample], now: Timestamp) {
        let since = now.adding(seconds: -Self.day)
        self.samples = samples.filter { $0.at >= since && $0.at <= now }.sorted { $0.at < $1.at }
        self.now = Timestamp(
            seconds: (now.seconds + Self.step - 1) / Self.step * Self.step)
        highest = Self.roundUp(self.samples.map { max($0.open, $0.pending, $0.stuck) }.max() ?? 0)
    }

    func html(_ page: ConsolePage) -> HTML {
        typealias T = HTMLTag
        let words = page.words
        guard let last = samples.last else {
            return page.section(
                words.chart, T.p([.style(.quiet)], .text(words.chartEmpty)))
        }
        let peak = samples.map(\.stuck).max() ?? 0
        return page.section(
            words.chart,
            T.svg(
                [
                    .viewBox(Self.width, Self.height), .image, .style(.chart),
                    .labelledBy("chart-title chart-text"),
                ],
                T.title([.id("chart-title")], .text(words.chart)),
                T.desc(
                    [.id("chart-text")],
                    .text(
                        words.chartSays(
                            open: last.open, pending: last.pending, stuck: last.stuck, peak: peak))
                ), grid(page), line(\.open, .chartOpen), line(\.pending, .chartPending),
                line(\.stuck, .chartStuck)),
            legend(words), table(page))
    }

    private func grid(_ page: ConsolePage) -> HTML {
        typealias T = HTMLTag
        let levels = Set([0, highest / 2, highest]).sorted().map { level -> HTML in
            let y = self.y(level)
            return .group(
                T.path([.d("M\(Self.left) \(y)H\(Self.width)"), .style(.chartGrid)]),
                T.text([.x(Self.left - 6), .y(y + 4), .style(.chartScale)], .text("\(level)")))
        }
        let hours = [24, 18, 12, 6, 0].map { (ago: Int64) -> HTML in
            let at = now.adding(seconds: -ago * 3_600)
            let x = self.x(at)
            return T.text(
                [
                    .x(ago == 0 ? Self.width : x), .y(Self.height - 6),
                    .style(ago == 0 ? .chartEnd : ago == 24 ? .chartStart : .chartHour),
                    // The script says it by the browser's clocks, as it does times.
                    .datetime(at.description),
                ], .text(page.words.hour(at)))
        }
        return .group(.all(levels), .all(hours))
    }

    private func line(_ value: (Sample) -> Int64, _ style: ConsoleStyle) -> HTML {
        var path = ""
        var before: Timestamp?
        for sample in samples {
            let isAlone = before.map { sample.at.seconds - $0.seconds > Self.gap } ?? true
            let place = "\(x(sample.at)) \(y(value(sample)))"
            // A point of its own is drawn too: the line's round ends make it a dot.
            path += isAlone ? "M\(place)h0" : "L\(place)"
            before = sample.at
        }
        return HTMLTag.path([.d(path), .style(style)])
    }

    private func legend(_ words: ConsoleWords) -> HTML {
        typealias T = HTMLTag
        let marks: [(ConsoleStyle, String)] = [
            (.chartOpen, words.open), (.chartPending, words.pending), (.chartStuck, words.stuck),
        ]
        return T.ul(
            [.style(.legend)],
            .all(
                marks.map { style, name in
                    T.li(
                        T.svg(
                            [.viewBox(24, 8), .style(.mark), .ariaHidden],
                            T.path([.d("M2 4H22"), .style(style)])), .text(name))
                }))
    }

    /// The newest sample of each hour.
    private func table(_ page: ConsolePage) -> HTML {
        typealias T = HTMLTag
        let words = page.words
        var hourly: [Sample] = []
        for sample in samples.reversed()
        where hourly.last.map({ $0.at.seconds / 3_600 != sample.at.seconds / 3_600 }) ?? true {
            hourly.append(sample)
        }
        return T.details(
            T.summary(.text(words.chartNumbers)),
            page.table(
                nil, [words.when, words.open, words.pending, words.stuck],
                hourly.map { sample in
                    [
                        page.time(sample.at), .text("\(sample.open)"), .text("\(sample.pending)"),
                        .text("\(sample.stuck)"),
                    ]
                }))
    }

    private func x(_ at: Timestamp) -> Int64 {
        let passed = Self.day - (now.seconds - at.seconds)
        return Self.left + passed * (Self.width - Self.left) / Self.day
    }

    private func y(_ value: Int64) -> Int64 {
        let room = Self.height - Self.bottom - Self.top
        // Counts may be anything; the picture stays within its frame.
        let share = Double(min(max(value, 0), highest)) / Double(highest)
        return Self.height - Self.bottom - Int64((share * Double(room)).rounded())
    }

    /// The next of 2, 4, 10, 20, 40, 100 …: its half is a whole number.
    private static func roundUp(_ value: Int64) -> Int64 {
        var step: Int64 = 1
        while step < .max / 100 {
            for factor: Int64 in [2, 4, 10] where value <= factor * step { return factor * step }
            step *= 10
        }
        return .max
    }
}

extension OverviewChart.Sample {
    init(_ sample: ConsoleSample) {
        self.init(
            at: sample.at, open: sample.open, pending: sample.pending, stuck: sample.stuck)
    }
}
