import EventLoop
import FoundationEssentials
import InterlockAPI
import Storage

/// Follows an app's open intents as they change.
enum LockWatchCommand {
    static let watch = Command(
        name: "locks watch", summary: "Follow the open intents as they change, stuck ones first.",
        discussion: """
            On a terminal the list refreshes in place; elsewhere it writes what is open, then one line for \
            each change: opened, changed, stuck or ended. With --json each line is a document {at, change, \
            lock}; --once --json gives one, {locks}. It follows the changes that services announce, looks \
            once a second at most, and every five seconds for what the clock alone changes. Ctrl-C ends it, \
            with 0.
            """,
        options: Option.database + [
            .app, Option("--stuck", nil, "Only those that are stuck."),
            Option("--once", nil, "Show the list once and end."),
        ] + LockFilterOptions.all,
        examples: [
            ("interlock locks watch --app notes", "leave it open beside the tickets"),
            ("interlock locks watch --app notes --json > changes.jsonl", "keep what happens"),
        ],
        run: { try await watch($0) })

    private static func watch(_ invocation: Invocation) async throws {
        let app = try invocation.required("--app")
        let filter = try LockFilterOptions.filter(invocation, stuck: "--stuck")
        let isOnce = invocation.has("--once")
        if invocation.wantsJSON, !isOnce { Output.allowLines() }
        let end = isOnce ? nil : try EndOfService()
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(
                try await DatabaseAccess.withFeed(invocation) { storage, feed in
                    try await AppCommands.require(app, storage)
                    let view = LockWatchView(app: app, wantsJSON: invocation.wantsJSON)
                    let reader = LockWatch(app: app, filter: filter, storage: storage, view: view)
                    guard let end else { return try await reader.once() }
                    try await reader.follow(feed, until: end)
                })
        } catch { outcome = .failure(error) }
        await end?.close()
        try outcome.get()
    }
}
