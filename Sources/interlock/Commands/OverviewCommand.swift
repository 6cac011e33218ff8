import InterlockAPI
import Storage

/// Counts what waits for a person.
enum OverviewCommand {
    static let overview = Command(
        name: "overview", summary: "Count what is open, stuck, and waits for a person.",
        discussion: """
            The first look of a day: `locks list` and `incidents list` show what is behind the numbers. \
            Numbers too great to be counted at each look are those that a running service counted last.
            """,
        options: Option.database + [.app],
        examples: [("interlock overview --app notes", "is anything stuck?")],
        run: { try await overview($0) })

    private struct Counted: Encodable {
        let at: Timestamp
        let open: Int64
        let reserved: Int64
        let pending: Int64
        let confirming: Int64
        let stuck: Int64
        let oldest_at: Timestamp?
        let incidents: Int64
        let waiting: Int64
        /// The names of the numbers that are of `counted_at`; the others are exact.
        let estimated: [String]
        let counted_at: Timestamp?
    }

    private static func overview(_ invocation: Invocation) async throws {
        let app = try invocation.required("--app")
        try await DatabaseAccess.with(invocation) { storage in
            try await AppCommands.require(app, storage)
            let counts = try await storage.console.overview(appID: app)
            if invocation.wantsJSON {
                return try Output.json(
                    Counted(
                        at: counts.at, open: counts.open, reserved: counts.reserved,
                        pending: counts.pending, confirming: counts.confirming,
                        stuck: counts.stuck, oldest_at: counts.oldestAt,
                        incidents: counts.incidents, waiting: counts.waiting,
                        estimated: counts.estimated.map(\.rawValue).sorted(),
                        counted_at: counts.countedAt))
            }
            func number(_ count: Int64, _ figure: ConsoleOverview.Figure) -> String {
                guard counts.estimated.contains(figure) else { return "\(count)" }
                return counts.countedAt.map { "about \(count), counted at \($0)" }
                    ?? "\(count) or more"
            }
            Output.facts([
                ("open intents", (counts.isOpenEstimated ? "about " : "") + "\(counts.open)"),
                ("  reserved", number(counts.reserved, .reserved)),
                ("  pending", number(counts.pending, .pending)),
                ("  confirming", number(counts.confirming, .confirming)),
                ("stuck", number(counts.stuck, .stuck)),
                ("the oldest since", counts.oldestAt.map { "\($0)" }),
                ("open incidents", number(counts.incidents, .incidents)),
                ("devices waiting", "\(counts.waiting)"),
            ])
        }
    }
}
