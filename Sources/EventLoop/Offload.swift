import Dispatch

/// Runs blocking calls (name resolution, `PQcancel`, file reads) on threads that are not loops.
package enum Offload {
    private static let queue = DispatchQueue(
        label: "interlock.blocking", attributes: .concurrent)

    /// Runs `body` on another thread and gives its result; a running body can't be cancelled.
    package static func run<Value: Sendable>(
        _ body: @escaping @Sendable () -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }
}
