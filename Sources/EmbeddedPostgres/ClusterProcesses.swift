import Glibc

/// Finds and ends what an earlier run left behind. Only under the data directory's lock.
struct ClusterProcesses {
    let directory: DataDirectory

    /// The process that the cluster's own lock file names.
    var recordedPostmaster: Int32? {
        guard let text = FileSystem.read("\(directory.cluster)/postmaster.pid") else { return nil }
        // A server in single-user mode writes a negative number: to kill(2), a whole group.
        return text.split(separator: "\n").first.flatMap { Int32($0) }.flatMap { $0 > 1 ? $0 : nil }
    }

    /// The server processes of this cluster: PostgreSQL works in its data directory, which no
    /// stranger's process of that name does.
    func running() -> [Int32] {
        FileSystem.entries(of: "/proc").compactMap { Int32($0) }.filter(isOurs)
    }

    func isOurs(_ process: Int32) -> Bool {
        guard FileSystem.link("/proc/\(process)/cwd") == directory.cluster,
            let program = FileSystem.link("/proc/\(process)/exe")
        else { return false }
        let name = program.split(separator: "/").last ?? ""
        // A program replaced by an upgrade reads "postgres (deleted)".
        return name == "postgres" || name.hasPrefix("postgres ")
    }

    /// Stops a server that runs without its `interlock`, politely first, and whatever it left.
    ///
    /// A lock file whose process id now belongs to a stranger is removed: the server would refuse to
    /// start because of it. The stranger is left alone.
    func endOrphans(grace: Duration) {
        if let process = recordedPostmaster, isOurs(process),
            let postmaster = ProcessHandle(id: process), isOurs(process)
        {
            end(postmaster, signals: [SIGINT, SIGQUIT, SIGKILL], grace: grace)
        }
        for process in running() {
            guard let handle = ProcessHandle(id: process), isOurs(process) else { continue }
            end(handle, signals: [SIGQUIT, SIGKILL], grace: .seconds(5))
        }
        if let process = recordedPostmaster, kill(process, 0) == 0 || errno == EPERM {
            unlink("\(directory.cluster)/postmaster.pid")
        }
    }

    private func end(_ process: ProcessHandle, signals: [Int32], grace: Duration) {
        for signal in signals {
            guard process.send(signal) else { return }
            if process.waitForEnd(within: grace) { return }
        }
    }
}
