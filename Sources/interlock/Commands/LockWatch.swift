import FoundationEssentials
import InterlockAPI
import Storage

/// Reads the open intents again whenever a change is announced, and shows the difference.
struct LockWatch {
    /// More than fits on a screen, or than a person follows.
    private static let limit: Int32 = 1_000
    /// Between two looks at least: a busy app changes all the time.
    private static let pause: Duration = .seconds(1)
    /// What becomes stuck, or ends by its deadline, is announced by nobody at that instant.
    private static let patience: Duration = .seconds(5)

    let app: String
    let filter: IntentStore.LockFilter
    let storage: Storage
    let view: LockWatchView

    /// Shows the list and ends.
    func once() async throws { try view.list(try await read()) }

    /// Shows the list and what changes in it, until the process is told to end.
    func follow(_ feed: ChangeFeed, until end: EndOfService) async throws {
        let (changes, signal) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        defer { view.leave() }
        feed.subscribe { _ in signal.yield() }
        try await withThrowingTaskGroup { group in
            group.addTask { await feed.run() }
            group.addTask { _ = await end.wait() }
            group.addTask { try await follow(changes, signal) }
            group.addTask {
                while !Task.isCancelled {
                    try await Task.sleep(for: Self.patience)
                    signal.yield()
                }
            }
            // The first that ends is the signal, or a failure.
            do { try await group.next() } catch is CancellationError {}
            group.cancelAll()
        }
    }

    private func follow(
        _ changes: AsyncStream<Void>, _ signal: AsyncStream<Void>.Continuation
    ) async throws {
        var known = LockWatchChanges()
        try view.begin(known.note(try await read()))
        for await _ in changes {
            let rows = try await read()
            try view.show(rows, known.note(rows))
            try await Task.sleep(for: Self.pause)
        }
    }

    private func read() async throws -> [IntentStore.LockRow] {
        try await storage.intents.locks(
            appID: app, filter, atMost: Self.limit
        ).rows
    }
}
