package import PostgresClient

/// Says why the database gave no answer; what it decided is an outcome, never an error.
package enum StorageError: Error, Sendable, CustomStringConvertible {
    /// Not reachable, overloaded, or contended beyond the retries: the same request may be sent again.
    case unavailable(PostgresError)
    /// A defect: the database and this program disagree.
    case defect(String)
    /// The account was forgotten or merged, and its token has not run out yet.
    case accountEnded

    package var description: String {
        switch self {
        case .unavailable(let error): "database unavailable: \(error)"
        case .accountEnded: "the account has ended"
        case .defect(let reason): "database defect: \(reason)"
        }
    }
}
