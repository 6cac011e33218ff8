/// Says why the private cluster can't run, and what to do.
package enum EmbeddedPostgresError: Error, Sendable, Equatable {
    /// No PostgreSQL server programs were found.
    case programsMissing(version: String?)
    /// The cluster was made by another major version than the one installed.
    case versionMismatch(cluster: String, installed: String)
    /// Another process runs the cluster of this data directory.
    case inUse(dataDirectory: String, process: String)
    /// A folder on the way can't be entered by the user that the server runs as.
    case notTraversable(path: String, user: String)
    /// A call of the operating system failed.
    case system(call: String, path: String, reason: String)
    /// One of PostgreSQL's programs failed.
    case programFailed(program: String, output: String)
    /// The server ended, or did not answer before the deadline.
    case notReady(reason: String, log: String)
}

extension EmbeddedPostgresError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .programsMissing(let version):
            "no PostgreSQL server programs (initdb, postgres) in PATH or /usr/lib/postgresql/*/bin;"
                + " install postgresql\(version.map { "-\($0)" } ?? ""),"
                + " or give a --database-url"
        case .versionMismatch(let cluster, let installed):
            "the data directory was made by PostgreSQL \(cluster), installed is \(installed);"
                + " install postgresql-\(cluster), or move the data with pg_upgrade"
        case .inUse(let dataDirectory, let process):
            "\(dataDirectory) is in use by process \(process); stop it, choose another --data-dir,"
                + " or let several share one server with --database-url"
        case .notTraversable(let path, let user):
            "PostgreSQL runs as user \(user), who can't enter \(path);"
                + " choose another --data-dir, or chmod o+x \(path)"
        case .system(let call, let path, let reason): "\(call) \(path): \(reason)"
        case .programFailed(let program, let output): "\(program) failed: \(output)"
        case .notReady(let reason, let log):
            "PostgreSQL is not ready: \(reason)\(log.isEmpty ? "" : "; its log ends with:\n\(log)")"
        }
    }

    /// The failure of the call just made, from `errno`.
    static func system(_ call: String, _ path: String, code: Int32) -> EmbeddedPostgresError {
        .system(call: call, path: path, reason: systemMessage(code))
    }
}
