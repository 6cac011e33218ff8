import FoundationEssentials
import InterlockAPI
import Storage

/// Which locks a command line chooses without naming them.
struct LockSelection {
    private let filter: IntentStore.LockFilter

    init(_ invocation: Invocation) throws(CommandFailure) {
        filter = try LockFilterOptions.filter(invocation, stuck: "--all-stuck")
    }

    var isEmpty: Bool { filter == IntentStore.LockFilter() }

    /// The intents that are named, in their order, or else those that are chosen, as they are now.
    func wishes(
        _ ids: [UUID], _ app: String, _ storage: Storage
    ) async throws -> [IntentStore.Wish] {
        if !ids.isEmpty {
            let named = ids.map { IntentStore.Wish(id: $0, unchangedSince: nil) }
            return try await storage.intents.preview(appID: app, named).map {
                IntentStore.Wish(id: $0.id, unchangedSince: $0.intent?.updatedAt)
            }
        }
        let (rows, isCut) = try await storage.intents.locks(
            appID: app, filter, atMost: Int32(ReleaseManyRequest.limit))
        guard !isCut else {
            throw CommandFailure.refused(
                "more than \(ReleaseManyRequest.limit) are like this; narrow it with the filters "
                    + "of `locks list`")
        }
        return rows.map {
            IntentStore.Wish(id: $0.intent.id, unchangedSince: $0.intent.updatedAt)
        }
    }
}

extension Invocation {
    /// An option's value as a length of time: as people type it (`10m`), an ISO 8601 duration or whole seconds;
    /// nil where it is not given.
    func duration(_ name: String) throws(CommandFailure) -> WireSeconds? {
        guard let text = try text(name) else { return nil }
        let seconds =
            ShortDuration.seconds(text) ?? ISODuration(text)?.wholeSeconds ?? Int64(text)
        guard let seconds else {
            throw fault("\(name) must be a duration like 10m, 1d or PT10M, or whole seconds")
        }
        return WireSeconds(seconds: seconds)
    }
}
