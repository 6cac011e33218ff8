import FoundationEssentials
import InterlockAPI
import Storage

/// Which locks a command line chooses without naming them.
struct LockSelection {
    private let onlyStuck: Bool
    private let account: String?
    private let olderThan: WireSeconds?

    init(_ invocation: Invocation) throws(CommandFailure) {
        onlyStuck = invocation.has("--all-stuck")
        account = try invocation.text("--account")
        olderThan = try invocation.duration("--older-than")
        if let olderThan, !(0...315_360_000).contains(olderThan.seconds) {
            throw invocation.fault("--older-than must be ten years at most")
        }
    }

    var isEmpty: Bool { !onlyStuck && account == nil && olderThan == nil }

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
        var filter = IntentStore.LockFilter()
        filter.accountID = account
        filter.olderThan = olderThan.map { Int32($0.seconds) }
        let (rows, isCut) = try await storage.intents.locks(
            appID: app, filter, onlyStuck: onlyStuck, atMost: Int32(ReleaseManyRequest.limit))
        guard !isCut else {
            throw CommandFailure.refused(
                "more than \(ReleaseManyRequest.limit) are like this; narrow it with --account or "
                    + "--older-than")
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
