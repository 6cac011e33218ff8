import InterlockAPI
import Synchronization

/// Lets the first of equal happenings in an hour through, so that a store that is down for a day fills no log.
final class OncePerHour: Sendable {
    private struct Happening: Hashable {
        let subject: String
        let name: String
        let hour: Int64
    }

    /// Beyond it everything is forgotten: apps times names are few.
    private static let capacity = 4_096

    private let seen = Mutex<Set<Happening>>([])

    /// Whether it is the first of its hour.
    func isFirst(_ subject: String, _ name: String) -> Bool {
        let hour = ServiceContext.now.microseconds / 3_600_000_000
        let happening = Happening(subject: subject, name: name, hour: hour)
        return seen.withLock { seen in
            if seen.count >= Self.capacity { seen = [] }
            return seen.insert(happening).inserted
        }
    }
}
