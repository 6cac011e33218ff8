import Synchronization

/// Counts the statements that a task and its children send, wherever they go.
///
/// Bind it with `PostgresTally.$current.withValue`. BEGIN and COMMIT travel with statements and are not counted.
package final class PostgresTally: Sendable {
    @TaskLocal package static var current: PostgresTally?

    private let count = Atomic<Int>(0)

    package init() {}

    /// How many were sent, repeated ones each time.
    package var statements: Int { count.load(ordering: .relaxed) }

    func add() { count.add(1, ordering: .relaxed) }
}
