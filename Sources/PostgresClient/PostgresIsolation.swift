/// Names the isolation level of a transaction.
package enum PostgresIsolation: Sendable {
    case readCommitted
    case repeatableRead
    case repeatableReadOnly
    case serializable

    /// The statement that opens such a transaction.
    var opening: String {
        switch self {
        case .readCommitted: "begin isolation level read committed"
        case .repeatableRead: "begin isolation level repeatable read"
        case .repeatableReadOnly: "begin isolation level repeatable read read only"
        case .serializable: "begin isolation level serializable"
        }
    }
}
