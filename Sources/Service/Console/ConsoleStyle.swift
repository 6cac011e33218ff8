/// The classes that the stylesheet knows.
enum ConsoleStyle: String, Sendable {
    case skip, bar, brand, links, who, find, card, figures, figure, number, facts, filters, scroll
    case badge, good = "badge good", calm = "badge calm", warn = "badge warn", bad = "badge bad"
    case quiet, notice, error, inline, timeline, reason, pages, narrow
    case plainList = "plain-list"
    case age, foot, chart, legend, mark
    case chartGrid = "grid", chartScale = "scale", chartHour = "hour", chartStart = "hour start"
    case chartEnd = "hour end", chartOpen = "line open", chartPending = "line pending"
    case chartStuck = "line stuck"
}
