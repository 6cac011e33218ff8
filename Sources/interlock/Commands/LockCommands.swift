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
            Option(
                "--account", "ID",
                "Only this account's own; `account show` tells what is in its way."),
            Option("--environment", "WORD", "Only those of Production or Sandbox."),
            Option("--status", "WORD", "Only those reserved, pending or confirming."),
            Option("--product", "ID", "Only those of this product."),
            Option("--older-than", "SPAN", "Only those made so long ago, such as 10m or 2d."),
        ],
        examples: [
            ("interlock locks list --app notes --stuck", "who needs help?"),
            ("interlock locks list --app notes --account alice", "what has she tried?"),
        ],
        run: { try await list($0) })

    private static func list(_ invocation: Invocation) async throws {
        let app = try invocation.required("--app")
        var filter = IntentStore.LockFilter()
        filter.accountID = try invocation.searched("--account")
        filter.status = try invocation.text("--status").map { text in
            guard let status = IntentStatus(rawValue: text), status.isOpen else {
                throw invocation.fault("--status must be reserved, pending or confirming")
            }
            return status
        }
        filter.environment = try invocation.words("--environment", as: StoreEnvironment.self).last
        filter.productID = try invocation.searched("--product")
        filter.olderThan = try invocation.span(
            "--older-than", in: 0...Int64(IntentStore.LockFilter.oldest)
        ).map(Int32.init)
        let isStuck = invocation.has("--stuck")
        try await DatabaseAccess.with(invocation) { [filter] storage in
            try await AppCommands.require(app, storage)
            let (rows, isCut) = try await storage.intents.locks(
                appID: app, filter, onlyStuck: isStuck, atMost: listLimit)
            if isCut {
                Output.error("interlock: the first \(listLimit) alone; narrow it with --account")
            }
            if invocation.wantsJSON { return try Output.json(Listed(rows)) }
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
