// EmbeddedPostgres: a private PostgreSQL cluster in a data directory, for `serve` without a database
// URL and for tests. It starts PostgreSQL's own programs and imports CPostgres (to ask whether the
// server answers), CShims and Telemetry; it runs no SQL but the two statements of the first start.
//
// What it keeps in the data directory:
//   lock               held (flock) by the process that runs the cluster
//   postgres/          the cluster; made as postgres.new-XXXXXX and renamed when complete
//   postgres.log       what the server says, postgres.log.1 before that
//   socket/            the server's socket, or
//   socket-directory   the path of the private folder that has it, when this one is too long a path
//
// All calls of this target but EmbeddedCluster's block; EmbeddedCluster runs them off the caller's thread.
import Glibc

/// Gives the text of an `errno`.
func systemMessage(_ code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
        guard let start = buffer.baseAddress, strerror_r(code, start, buffer.count) == 0 else {
            return "error \(code)"
        }
        return String(cString: start)
    }
}
