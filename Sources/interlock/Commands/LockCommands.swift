import FoundationEssentials
import InterlockAPI
import Storage

/// Shows and releases locks.
enum LockCommands {
    static let all = [list, release]

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

    static let release = Command(
        name: "locks release", summary: "Release an open intent, with a reason for the audit.",
        discussion: """
            INTENT is the id that `locks list` shows. Other devices may buy at once. The store's request may \
            still succeed: its transaction then settles the intent late, and both purchases are owned.
            """,
        operands: ["INTENT"],
        options: Option.database + [
            .app, Option("--reason", "TEXT", "Why; it is kept.", required: true),
        ],
        examples: [
            (
                """
                interlock locks release 01980000-0000-7000-8000-000000000001 --app notes \
                --reason 'ticket 4'
                """, "the reason is kept in the audit"
            )
        ],
        run: { try await release($0) })

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

    private static func release(_ invocation: Invocation) async throws {
        let app = try invocation.required("--app")
        let reason = try invocation.required("--reason")
        do { try Bounds.checkReason(reason, field: "--reason") } catch {
            throw invocation.fault(error.description)
        }
        guard let id = invocation.operands.first.flatMap(UUID.init(uuidString:)) else {
            throw invocation.fault("INTENT must be an id, as `locks list` shows it")
        }
        try await DatabaseAccess.with(invocation) { storage in
            let answer = try await storage.intents.releaseByAdministrator(
                appID: app, id: id, reason: reason,
                actor: .key(id: "command line", label: "locks release"))
            guard let answer, let intent = answer.intent else {
                throw CommandFailure.refused("app \(app) has no intent \(id.wireText)")
            }
            guard answer.outcome == .released else {
                throw CommandFailure.refused("it is \(intent.status.rawValue) already")
            }
            await DatabaseAccess.announce(.scope(answer.scopeID), storage)
            if invocation.wantsJSON { return try Output.json(IntentEnvelope(intent: intent)) }
            Output.line("released \(intent.productID) of \(intent.accountID)")
        }
    }
}
