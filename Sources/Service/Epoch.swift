import Storage
import Synchronization

/// Keeps the database's epoch, as it was at the last refresh.
final class Epoch: Sendable {
    private let storage: Storage
    private let epoch = Mutex("")

    init(_ storage: Storage) { self.storage = storage }

    var current: String { epoch.withLock { $0 } }

    /// Asks the database; true if it is another one than before.
    @discardableResult
    func refresh() async throws(StorageError) -> Bool {
        let current = try await storage.apps.epoch()
        return epoch.withLock { epoch in
            defer { epoch = current }
            return epoch != current
        }
    }
}
