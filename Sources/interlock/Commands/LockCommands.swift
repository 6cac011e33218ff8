import FoundationEssentials
import InterlockAPI
import Storage

/// Lists locks.
enum LockCommands {
    static let all = [
        list, LockShowCommand.show, LockReleaseCommand.release, LockWatchCommand.watch,
    ]

    /// More than a person reads.
    private static let listLimit: Int32 = 1_000

    static let list = Command(
        name: "locks list", summary: "List an app's open intents, stuck ones first.",
        discussion: """
            An open intent locks the purchases that conflict with its product. Stuck are those reserved \
            past their renewals, confirming for over ten minutes, or pending for over a day. Shows \
            \(listLimit) at most.
            """,
        options: Option.database + [
            .app, Option("--account", "ID", "Only this account's."),
            Option("--status", "WORD", "Only those reserved, pending or confirming."),
        ],
        examples: [("interlock locks list --app notes --account alice", "who is in the way?")],
        run: { try await list($0) })

    private static func list(_ invocation: Invocation) async throws {
        let app = try invocation.required("--app")
        var filter = IntentStore.LockFilter()
        filter.accountID = try invocation.text("--account")
        filter.status = try invocation.text("--status").map { text in
            guard let status = IntentStatus(rawValue: text), status.isOpen else {
                throw invocation.fault("--status must be reserved, pending or confirming")
            }
            return status
        }
        try await DatabaseAccess.with(invocation) { [filter] storage in
            try await AppCommands.require(app, storage)
            let rows = try await storage.intents.locks(
                appID: app, filter, after: nil, limit: listLimit)
            if rows.count == Int(listLimit) {
                Output.error("interlock: the first \(listLimit) alone; narrow it with --account")
            }
            if invocation.wantsJSON { return try Output.json(Listed(rows)) }
            Output.table(
                ["INTENT", "ACCOUNT", "DEVICE", "PRODUCT", "STATUS", "SINCE", "UNTIL", "STUCK"],
                rows.map { row in
                    let intent = row.intent
                    return [
                        intent.id.wireText, intent.accountID, intent.deviceID, intent.productID,
                        intent.status.rawValue, "\(intent.createdAt)",
                        "\(intent.expiresAt, default: "")", row.isStuck ? "yes" : "",
                    ]
                })
        }
    }

    private struct Listed: Encodable {
        struct Row: Encodable {
            let intent: Intent
            let stuck: Bool
        }

        let locks: [Row]

        init(_ rows: [IntentStore.LockRow]) {
            locks = rows.map { Row(intent: $0.intent, stuck: $0.isStuck) }
        }
    }
}
