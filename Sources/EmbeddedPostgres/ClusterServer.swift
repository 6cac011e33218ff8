import CPostgres
import Glibc

/// A running server: its process, its lock and where to reach it. Its calls block.
struct ClusterServer: Sendable {
    let directory: DataDirectory
    let socketDirectory: String
    let postmaster: ChildProcess
    let options: EmbeddedClusterOptions
    let lock: DirectoryLock

    private static let readinessPause = Duration.milliseconds(20)

    /// Makes the cluster if needed, ends what an earlier run left, starts the server and waits until
    /// it answers.
    static func start(
        at path: String, options: EmbeddedClusterOptions
    ) throws(EmbeddedPostgresError) -> ClusterServer {
        let user = ServerUser.current()
        let directory = try DataDirectory(preparing: path, for: user)
        let lock = try DirectoryLock(directory, for: user)
        ClusterProcesses(directory: directory).endOrphans(grace: options.stopGrace)
        let programs = try ServerPrograms.find(version: directory.clusterVersion)
        try ClusterFiles(directory: directory, user: user, isDurable: options.isDurable)
            .make(with: programs)
        let log = ClusterLog(directory: directory)
        log.bound(to: options.logLimit)
        let socketDirectory = try directory.makeSocketFolder(for: user)
        let errors = try log.open(for: user)
        defer { close(errors) }
        let settings = options.settings(socketDirectory: socketDirectory)
        let postmaster = try ChildProcess(
            programs.postgres, ["-D", directory.cluster] + settings.flatMap { ["-c", $0] },
            environment: ProgramRun.environment, output: errors, errors: errors, user: user)
        let server = ClusterServer(
            directory: directory, socketDirectory: socketDirectory, postmaster: postmaster,
            options: options, lock: lock)
        try server.waitUntilReady()
        return server
    }

    private func waitUntilReady() throws(EmbeddedPostgresError) {
        let end = ContinuousClock.now + options.startDeadline
        let address = ConnectionText.make(
            socketDirectory: socketDirectory, database: "interlock", user: "interlock")
        while PQping(address) != PQPING_OK {
            if let status = postmaster.waitForEnd(within: Self.readinessPause) {
                throw .notReady(reason: "it ended with status \(status)", log: logTail)
            }
            guard ContinuousClock.now < end else {
                stop(.immediate)
                throw .notReady(reason: "no answer within \(options.startDeadline)", log: logTail)
            }
        }
    }

    private var logTail: String { ClusterLog(directory: directory).tail() }

    /// Ends the server and gives the lock back; a fast shutdown that takes too long becomes an immediate one.
    func stop(_ mode: EmbeddedCluster.StopMode) {
        let signals: [(Int32, Duration)] =
            switch mode {
            case .fast:
                [(SIGINT, options.stopGrace), (SIGQUIT, .seconds(5)), (SIGKILL, .seconds(5))]
            case .immediate: [(SIGQUIT, .seconds(5)), (SIGKILL, .seconds(5))]
            case .kill: [(SIGKILL, .seconds(5))]
            }
        for (signal, grace) in signals {
            postmaster.handle.send(signal)
            if postmaster.waitForEnd(within: grace) != nil { break }
        }
        if mode == .fast { directory.removeSocketFolder() }
        lock.release()
    }
}
