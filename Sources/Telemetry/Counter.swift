import Synchronization

/// Counts events; never goes down. Adding is one atomic instruction, on any thread.
package final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    init() {}

    package func increment(by amount: Int = 1) {
        // Wrapping, so that no number of events can stop the process.
        count.wrappingAdd(amount, ordering: .relaxed)
    }

    package var value: Int { count.load(ordering: .relaxed) }
}
