import AppStoreServer
import Storage

/// Says why a check stopped before its end.
enum AskingFailure: Error, Sendable {
    /// The store gave no answer.
    case store(StoreServerError)
    /// The ledger could not take what the store answered.
    case storage(StorageError)
    /// The app's access can't be used: its key or an address can't be read.
    case unusableAccess(String)
    /// The store has refused the app's access a moment ago: it is not asked for so long.
    case resting(Duration)
    /// The app has no access, or this node has not heard of it yet.
    case noAccess
    /// The service ends.
    case cancelled

    /// A stable name, for counters and logs.
    var name: String {
        switch self {
        case .store(let error): error.name
        case .storage: "database"
        case .unusableAccess: "unusable_access"
        case .resting: "resting"
        case .noAccess: "no_access"
        case .cancelled: "cancelled"
        }
    }
}
