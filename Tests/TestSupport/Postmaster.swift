import EmbeddedPostgres
import FoundationEssentials
import Glibc

/// The PostgreSQL server that another process runs in its data directory.
package struct Postmaster: Sendable {
    private let handle: ProcessHandle

    /// Finds the server by its lock file; a process that does not work in the cluster's folder is a stranger,
    /// whom a stale file names.
    package init(dataDirectory: String) throws {
        guard let resolved = realpath("\(dataDirectory)/postgres", nil) else {
            throw TestFolderError(call: "realpath", code: errno)
        }
        defer { free(resolved) }
        let cluster = String(cString: resolved)
        let file = try String(contentsOfFile: "\(cluster)/postmaster.pid", encoding: .utf8)
        guard let id = file.split(separator: "\n").first.flatMap({ Int32($0) }), id > 1,
            let handle = ProcessHandle(id: id),
            try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/cwd") == cluster
        else { throw TestFolderError(call: "postmaster.pid", code: ESRCH) }
        self.handle = handle
    }

    /// Ends the server as `pg_ctl stop -m immediate` does: nothing is written out, the next start recovers.
    package func stopImmediately() { handle.send(SIGQUIT) }

    /// Waits until the server has ended.
    package func waitForEnd(within limit: Duration = .seconds(20)) async throws {
        try await eventually("the end of PostgreSQL \(handle.id)", within: limit) {
            handle.waitForEnd(within: .zero)
        }
    }
}
