import FoundationEssentials
import InterlockAPI
import Storage

/// Shows open intents and their changes: in place on a terminal, else a line for each.
struct LockWatchView {
    let app: String
    let wantsJSON: Bool

    private var isInPlace: Bool { Output.isTerminal && !wantsJSON }

    private struct Listed: Encodable {
        let locks: [Row]
    }

    private struct Row: Encodable {
        let intent: Intent
        let stuck: Bool
        let has_claim: Bool

        init(_ row: IntentStore.LockRow) {
            intent = row.intent
            stuck = row.isStuck
            has_claim = row.hasClaim
        }
    }

    private struct Line: Encodable {
        let at: Timestamp
        let change: LockWatchChanges.Change
        let lock: Row
    }

    /// The whole list, once.
    func list(_ rows: [IntentStore.LockRow]) throws {
        if wantsJSON { return try Output.json(Listed(locks: rows.map(Row.init))) }
        for line in table(rows) { Output.line(line) }
    }

    /// The first reading.
    func begin(_ steps: [LockWatchChanges.Step]) throws {
        // The terminal's other buffer, so that what stood there comes back.
        if isInPlace { Output.raw("\u{1B}[?1049h") }
        try show(steps.map(\.row), steps)
    }

    /// A later reading, and what differs in it.
    func show(_ rows: [IntentStore.LockRow], _ steps: [LockWatchChanges.Step]) throws {
        if isInPlace { return refresh(rows) }
        for step in steps { try tell(step) }
    }

    /// Gives the terminal back.
    func leave() {
        if isInPlace { Output.raw("\u{1B}[?1049l") }
    }

    private func refresh(_ rows: [IntentStore.LockRow]) {
        let size = TerminalSize.current
        let stuck = rows.count { $0.isStuck }
        let head = "\(rows.count) open, \(stuck) stuck · \(app) · \(Self.now) · Ctrl-C ends"
        var lines = [head, ""] + table(rows, at: Self.now)
        if lines.count >= size.lines {
            lines = lines.prefix(max(3, size.lines - 2)) + ["… and more"]
        }
        // Home, each line to its end, the rest below.
        let text = lines.map { TerminalText.cut($0, to: size.columns) + "\u{1B}[K" }
            .joined(separator: "\r\n")
        Output.raw("\u{1B}[H" + text + "\u{1B}[J")
    }

    private func tell(_ step: LockWatchChanges.Step) throws {
        if wantsJSON {
            return try Output.json(
                Line(at: Self.now, change: step.change, lock: Row(step.row)))
        }
        let intent = step.row.intent
        let words = [
            "\(Self.now)", step.change.rawValue, intent.id.wireText, intent.status.rawValue,
            intent.productID, intent.accountID, intent.deviceID, intent.environment.rawValue,
        ]
        Output.line(words.joined(separator: "  "))
    }

    /// The list; with a time, ages instead of instants: a narrow terminal has room for them.
    private func table(_ rows: [IntentStore.LockRow], at now: Timestamp? = nil) -> [String] {
        Output.columns(
            // A narrow terminal cuts off the end.
            [
                "STUCK", "INTENT", "STATUS", "ACCOUNT", "PRODUCT", "SINCE", "ENVIRONMENT", "DEVICE",
                "UNTIL",
            ],
            rows.map { row in
                let intent = row.intent
                let since = now.map { ShortDuration.rough($0.seconds - intent.createdAt.seconds) }
                return [
                    row.isStuck ? "yes" : "", intent.id.wireText, intent.status.rawValue,
                    intent.accountID, intent.productID, since ?? "\(intent.createdAt)",
                    intent.environment.rawValue, intent.deviceID,
                    "\(intent.expiresAt, default: "")",
                ]
            })
    }

    private static var now: Timestamp {
        Timestamp(microseconds: Int64(Date.now.timeIntervalSince1970 * 1_000) * 1_000)
    }
}
