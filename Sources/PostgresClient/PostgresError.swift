/// Says why a call to the database gave no result.
package enum PostgresError: Error, Sendable, Equatable {
    /// The server refused the statement; the session goes on.
    case server(PostgresServerError)
    /// No connection could be made, or it was lost. `sent` tells whether the statement may have run.
    case connection(message: String, sqlState: String?, sent: Bool)
    /// The deadline passed. `sent` tells whether the statement may have run.
    case timeout(sent: Bool)
    /// The task was cancelled. `sent` tells whether the statement may have run.
    case cancelled(sent: Bool)
    /// All connections are busy and as many callers wait as may.
    case poolExhausted
    /// The pool, the session or the listener was closed.
    case closed
    /// A second call came while the session still worked on the first.
    case busy
    /// A column does not hold what was asked for.
    case decoding(column: String, reason: String)
    /// A parameter (counted from 1) can't be sent as the type the server expects.
    case encoding(parameter: Int, reason: String)
    /// The connection string is wrong.
    case configuration(String)
}

extension PostgresError {
    /// The five-character code of the server, if it gave one.
    package var sqlState: String? {
        switch self {
        case .server(let error): error.sqlState
        case .connection(_, let sqlState, _): sqlState
        default: nil
        }
    }

    /// True when nothing was changed and the same call may simply be made again, with jitter:
    /// serialization failure, deadlock, lock not available.
    package var isRetryable: Bool {
        guard case .server(let error) = self else { return false }
        return ["40001", "40P01", "55P03"].contains(error.sqlState)
    }

    /// True when the statement may or may not have been committed: repeat it only under the same
    /// idempotency key.
    package var outcomeUnknown: Bool {
        switch self {
        case .server(let error):
            error.sqlState.hasPrefix("08") || error.sqlState == "57P01"
        case .connection(_, _, let sent), .timeout(let sent), .cancelled(let sent): sent
        default: false
        }
    }

    /// True when waiting would not help: wrong password, no such database or role.
    var isPermanent: Bool {
        guard let sqlState else { return false }
        return sqlState.hasPrefix("28") || sqlState == "3D000" || sqlState == "42501"
    }
}

extension PostgresError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .server(let error): error.description
        case .connection(let message, let sqlState, _):
            sqlState.map { "database connection: \(message) (\($0))" }
                ?? "database connection: \(message)"
        case .timeout: "the database did not answer before the deadline"
        case .cancelled: "cancelled"
        case .poolExhausted: "every database connection is busy and too many callers wait"
        case .closed: "the database pool is closed"
        case .busy: "the database session is busy with another call"
        case .decoding(let column, let reason): "column \(column): \(reason)"
        case .encoding(let parameter, let reason): "parameter $\(parameter): \(reason)"
        case .configuration(let reason): "database URL: \(reason)"
        }
    }
}
