import FoundationEssentials
import InterlockAPI
import Storage

/// Shows what administrators did, and checks that it is as it was written.
enum AuditCommands {
    static let all = [list, AuditVerification.verify]

    /// More than a person reads.
    private static let listLimit: Int32 = 1_000

    static let list = Command(
        name: "audit list", summary: "List what administrators did, the newest first.",
        discussion: """
            Each act with who did it, why, and what it changed. What was done to a forgotten account says so; \
            nothing tells any more who it was. Shows \(listLimit) at most: narrow it with --from and --to.
            """,
        options: Option.database + [
            .app, Option("--account", "ID", "Only what was done to this account."),
            Option("--act", "WORD", "Only one act, such as intent.release."),
            Option("--from", "TIME", "A day (2026-11-30) or a time (2026-11-30T09:00:00Z), UTC."),
            Option("--to", "TIME", "The same; that moment itself is left out."),
        ],
        examples: [
            ("interlock audit list --app notes --account alice", "who has acted on her locks?"),
            ("interlock audit list --app notes --act key.create --json", "for another program"),
        ],
        run: { try await list($0) })

    private static func list(_ invocation: Invocation) async throws {
        let app = try invocation.required("--app")
        var filter = AuditStore.Filter()
        filter.account = try invocation.searched("--account").map {
            AccountName(appID: app, accountID: $0)
        }
        filter.act = try invocation.words("--act", as: AuditAct.self).last?.rawValue
        filter.from = try time("--from", invocation)
        filter.to = try time("--to", invocation)
        try await DatabaseAccess.with(invocation) { [filter] storage in
            try await AppCommands.require(app, storage)
            let records = try await storage.audit.list(
                appID: app, filter, before: nil, limit: listLimit)
            if records.count == Int(listLimit) {
                Output.error("interlock: the first \(listLimit) alone; narrow it with --from, --to")
            }
            if invocation.wantsJSON { return try Output.json(AuditList(records: records)) }
            Output.table(
                ["PLACE", "AT", "WHO", "ACT", "TO WHAT", "WHAT CHANGED", "WHY"],
                records.map { record in
                    let words = AuditWords(record)
                    return [
                        "\(record.place)", "\(record.at)", words.actor, record.act, words.subject,
                        words.changes, record.reason.split(separator: "\n").joined(separator: " "),
                    ]
                })
        }
    }

    private static func time(_ name: String, _ invocation: Invocation) throws -> Timestamp? {
        guard let text = try invocation.text(name) else { return nil }
        let whole = text.utf8.count == 10 ? text + "T00:00:00Z" : text
        guard let time = Timestamp(whole) else {
            throw invocation.fault("\(name) must be a day or a time, such as 2026-11-30T09:00:00Z")
        }
        return time
    }
}
