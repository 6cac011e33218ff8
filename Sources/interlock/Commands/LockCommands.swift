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
            An open intent locks the purchases that conflict with its product. What counts as stuck is the \
            app's own (`app update --stuck-pending 12h`): unless told, those reserved past their renewals, \
            confirming for over ten minutes, pending for over a day, or whose device is gone. After the \
            stuck ones come those that will be, the next ones first. Shows \(listLimit) at most.
            """,
        options: Option.database + [
            .app, Option("--stuck", nil, "Only those that are stuck."),
        ] + LockFilterOptions.all,
        examples: [
            ("interlock locks list --app notes --stuck", "who needs help?"),
            ("interlock locks list --app notes --account alice", "what has she tried?"),
        ],
        run: { try await list($0) })

    private static func list(_ invocation: Invocation) async throws {
        let app = try invocation.required("--app")
        let filter = try LockFilterOptions.filter(invocation, stuck: "--stuck")
        try await DatabaseAccess.with(invocation) { storage in
            try await AppCommands.require(app, storage)
            let (rows, isCut) = try await storage.intents.locks(
                appID: app, filter, atMost: listLimit)
            if isCut {
                Output.error("interlock: the first \(listLimit) alone; narrow it with --account")
            }
            if invocation.wantsJSON { return try Output.json(Listed(rows)) }
            if rows.isEmpty, let account = filter.accountID {
                Output.error(
                    "interlock: nothing of its own; what is in its way: "
                        + "interlock account show \(account) --app \(app)")
            }
            Output.table(
                [
                    "INTENT", "ACCOUNT", "DEVICE", "PRODUCT", "ENVIRONMENT", "STATUS", "SINCE",
                    "UNTIL",
                    "STUCK",
                ],
                rows.map { row in
                    let intent = row.intent
                    return [
                        intent.id.wireText, intent.accountID, intent.deviceID, intent.productID,
                        intent.environment.rawValue, intent.status.rawValue,
                        "\(intent.createdAt)",
                        "\(intent.expiresAt, default: "")", row.isStuck ? "yes" : "",
                    ]
                })
        }
    }

    private struct Listed: Encodable {
        let locks: [Lock]

        init(_ rows: [IntentStore.LockRow]) {
            locks = rows.map { row in
                Lock(
                    intent: row.intent, hasClaim: row.hasClaim, stuck: row.isStuck,
                    scope: row.scope, etag: Lock.etag(of: row.intent))
            }
        }
    }
}
