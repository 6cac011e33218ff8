import Authentication
import Storage
import Synchronization

/// Remembers found keys for two seconds, or until an app changes: a revoked key is refused after that at the
/// latest.
final class KeyCache: Sendable {
    private static let lifetime = Duration.seconds(2)
    /// Beyond it everything is forgotten: keys are few.
    private static let capacity = 4_096

    private struct Known {
        let entry: KeyStore.Entry
        let until: ContinuousClock.Instant
    }

    private let storage: Storage
    private let known = Mutex<[AccessKey: Known]>([:])

    init(_ storage: Storage) { self.storage = storage }

    /// Asks for every key again.
    func forget() { known.withLock { $0 = [:] } }

    /// Finds a key that is not revoked. An unknown one is asked for each time.
    func find(_ key: AccessKey) async throws(StorageError) -> KeyStore.Entry? {
        let now = ContinuousClock.now
        if let known = known.withLock({ $0[key] }), known.until > now { return known.entry }
        let found = try await storage.keys.use(key)
        known.withLock { known in
            if known.count >= Self.capacity { known = [:] }
            known[key] = found.map { Known(entry: $0, until: now + Self.lifetime) }
        }
        return found
    }
}
