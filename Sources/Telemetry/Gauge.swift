import Synchronization

/// Holds a number that goes up and down. Changing it is one atomic instruction, on any thread.
package final class Gauge: Sendable {
    private let number = Atomic<Int>(0)

    init() {}

    package func set(_ value: Int) { number.store(value, ordering: .relaxed) }

    package func add(_ amount: Int) { number.wrappingAdd(amount, ordering: .relaxed) }

    package var value: Int { number.load(ordering: .relaxed) }
}
