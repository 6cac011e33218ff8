import Dispatch

/// Says that a test waited in vain.
package struct DeadlinePassed: Error, CustomStringConvertible {
    package let limit: Duration
    package let what: String

    package var description: String { "not within \(limit): \(what)" }
}

/// Runs `body` and fails when it takes longer than `limit`.
///
/// A body that ignores its cancellation for another half minute ends the process: better than a hang.
package func withDeadline<Value: Sendable>(
    _ limit: Duration = .seconds(20), _ what: String = "the body ends",
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let hang = DispatchWorkItem {
        // A test that hangs has failed; its process can do nothing better.
        fatalError("\(what): not within \(limit), and deaf to cancellation")
    }
    let seconds = Double(limit.components.seconds) + 30
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: hang)
    defer { hang.cancel() }
    return try await withThrowingTaskGroup(of: Value.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw DeadlinePassed(limit: limit, what: what)
        }
        guard let value = try await group.next() else {
            throw DeadlinePassed(limit: limit, what: what)
        }
        return value
    }
}

/// Waits until `condition` holds, asking again and again: for what gives no signal, such as the
/// server's own tables.
package func eventually(
    _ what: String, within limit: Duration = .seconds(20),
    _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < end else { throw DeadlinePassed(limit: limit, what: what) }
        try await Task.sleep(for: .milliseconds(5))
    }
}
