import FoundationEssentials
import Synchronization

/// Remembers the scopes of accounts that are in a group; the others are in the scope of their own key.
///
/// A memory, not a truth: the member row inside the scope proves it, and `moved` makes it look again.
final class PlaceCache: Sendable {
    /// Beyond it everything is forgotten, which costs each account one more look.
    private static let capacity = 100_000

    private let scopes = Mutex<[UUID: UUID]>([:])

    func scope(of account: UUID) -> UUID { scopes.withLock { $0[account] } ?? account }

    func remember(_ account: UUID, in scope: UUID) {
        scopes.withLock { scopes in
            if scope == account {
                scopes[account] = nil
            } else {
                if scopes.count >= Self.capacity { scopes = [:] }
                scopes[account] = scope
            }
        }
    }
}
