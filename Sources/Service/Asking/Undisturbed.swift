import EventLoop
import Storage

extension EventLoop {
    /// How long the end of the service waits for what must not be disturbed.
    private static let patience = Duration.seconds(2)

    /// Makes a call of the database and waits for its outcome, also when the task is cancelled: what was
    /// taken from the list is then known, and can be given back. After two seconds more it is cancelled all
    /// the same.
    func undisturbed<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let work = Task(executorPreference: self) { () -> Result<Value, StorageError> in
            do throws(StorageError) { return .success(try await body()) } catch {
                return .failure(error)
            }
        }
        let outcome = await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            execute {
                // One that finds the work done does nothing.
                if self.acceptsTimers {
                    _ = LoopTimer(on: self, after: Self.patience) { work.cancel() }
                }
            }
        }
        return try outcome.get()
    }
}
