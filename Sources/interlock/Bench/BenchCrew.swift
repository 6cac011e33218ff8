import EventLoop
import Synchronization

/// So many callers, spread over loops, each with one thing to do at a time.
struct BenchCrew: Sendable {
    let loops: EventLoopGroup
    let clients: Int

    private final class Turns: Sendable {
        let next = Atomic<Int>(0)
    }

    /// Does everything on the list, in about its order; gives how long that took.
    func run<Item: Sendable>(
        _ items: [Item], _ body: @escaping @Sendable (Item) async throws -> Void
    ) async throws -> Duration {
        let start = ContinuousClock.now
        let turns = Turns()
        try await withThrowingTaskGroup { group in
            for _ in 0..<clients {
                group.addTask(executorPreference: loops.next()) {
                    while true {
                        let place = turns.next.add(1, ordering: .relaxed).oldValue
                        guard place < items.count else { return }
                        try await body(items[place])
                    }
                }
            }
            try await group.waitForAll()
        }
        return ContinuousClock.now - start
    }
}
