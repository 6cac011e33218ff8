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

    /// Whether it says something of the store, for whoever looks after the app.
    var isOfTheStore: Bool {
        switch self {
        case .unusableAccess: true
        case .store(let error):
            switch error.kind {
            case .notFound, .cancelled: false
            // Not by our own checks and limits.
            case .invalidRequest, .rateLimited: error.status != nil
            default: true
            }
        case .storage, .resting, .noAccess, .cancelled: false
        }
    }

    /// Whether nothing is to be asked about the app for a while.
    var makesRest: Bool {
        switch self {
        case .unusableAccess: true
        case .store(let error): error.kind == .unauthorized
        default: false
        }
    }

    /// One sentence, without a secret.
    var detail: String {
        switch self {
        case .store(let error): error.description
        case .unusableAccess(let reason): reason
        case .storage(let error): error.description
        case .resting, .noAccess, .cancelled: name
        }
    }

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
