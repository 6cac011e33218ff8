import FoundationEssentials
import InterlockAPI
import Storage

/// Releases locks: those that are named, or those that are found.
enum LockReleaseCommand {
    static let release = Command(
        name: "locks release",
        summary: "Release open intents, one or many, with a reason for the audit.",
        discussion: """
            INTENT is an id that `locks list` shows; without one, --all-stuck and the filters of `locks list` \
            choose, together, 500 at most. Other devices may buy at once, or after --lock-delay. The store's \
            request may still succeed: its transaction then settles the intent late, and both purchases are \
            owned. --dry-run shows who gets unlocked and what may still happen, and changes nothing. What \
            changes between looking and acting stays as it is; then it ends with 1. On a terminal it asks \
            first; elsewhere what was chosen, not named, needs --yes. --json gives {intent} for one that is \
            named, else {dry_run, count, intents}.
            """,
        furtherOperands: "INTENT",
        options: Option.database + [
            .app,
            Option("--reason", "TEXT", "Why; it is kept. Needed but for --dry-run."),
            Option("--all-stuck", nil, "Those that are stuck."),
            Option(
                "--lock-delay", "DURATION",
                """
                Keep what they lock closed to everybody for this long, PT24H at most, because the store may \
                still act. For one that is released already: from now on; 0 opens it.
                """),
            Option("--dry-run", nil, "Only show what would be released."),
            Confirmation.option,
        ] + LockFilterOptions.all,
        examples: [
            (
                """
                interlock locks release 01980000-0000-7000-8000-000000000001 --app notes \
                --reason 'ticket 4'
                """, "the reason is kept in the audit"
            ),
            ("interlock locks release --all-stuck --app notes --dry-run", "look first"),
            (
                """
                interlock locks release --account alice --older-than PT2H --app notes --yes \
                --lock-delay PT10M --reason 'ticket 4: the bank said no'
                """, "all that one account holds, kept closed for ten minutes"
            ),
        ],
        run: { try await run($0) })

    private static func run(_ invocation: Invocation) async throws {
        let app = try invocation.required("--app")
        let ids = try invocation.operands.map { text in
            guard let id = UUID(uuidString: text) else {
                throw invocation.fault("INTENT must be an id, as `locks list` shows it")
            }
            return id
        }
        let filter = try LockSelection(invocation)
        guard ids.isEmpty != filter.isEmpty else {
            throw invocation.fault(
                ids.isEmpty
                    ? "INTENT is missing; or choose with --all-stuck, --account or --older-than"
                    : "name intents, or choose with --all-stuck, --account or --older-than")
        }
        guard Set(ids).count == ids.count, ids.count <= ReleaseManyRequest.limit else {
            throw invocation.fault("at most \(ReleaseManyRequest.limit) intents, each once")
        }
        let delay = try invocation.duration("--lock-delay")
        let isDry = invocation.has("--dry-run")
        let reason = try isDry ? invocation.text("--reason") : invocation.required("--reason")
        do {
            try ReleaseRequest(reason: reason ?? "dry run", lockDelay: delay).validate()
        } catch {
            throw invocation.fault("--" + error.description.replacing("_", with: "-"))
        }
        try await DatabaseAccess.with(invocation) { storage in
            try await AppCommands.require(app, storage)
            let act = LockReleaseAct(
                app: app, reason: reason ?? "", delay: delay?.seconds, storage: storage,
                invocation: invocation)
            if isDry {
                try await act.look(at: try await filter.wishes(ids, app, storage))
            } else if ids.count == 1 {
                try await act.releaseNamed(ids[0])
            } else {
                try await act.release(try await filter.wishes(ids, app, storage))
            }
        }
    }
}
