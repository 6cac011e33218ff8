import Dispatch
import Glibc
import Synchronization

/// Runs a private PostgreSQL cluster, reached through a socket that only its user can open.
///
/// Whoever starts it holds the data directory's lock until ``stop(_:)`` or the end of the process. A
/// server that outlives a killed process, or an object that was dropped without ``stop(_:)``, is
/// stopped by the next start.
package final class EmbeddedCluster: Sendable {
    package enum StopMode: Sendable {
        /// Ends sessions, then writes everything out; immediate when that takes too long.
        case fast
        /// Ends without writing: the next start recovers from the log.
        case immediate
        /// Kills the postmaster, for tests of what happens then.
        case kill
    }

    private struct State {
        var hasEnded = false
        var watchers: [AsyncStream<Never>.Continuation] = []
        /// Let go when the server is stopped, and the lock with it.
        var server: ClusterServer?
    }

    /// Where the cluster lives; absolute.
    package let dataDirectory: String
    package let socketDirectory: String
    package let postmasterProcess: Int32
    private let state: Mutex<State>
    // Dispatch's objects may be used on any thread; only their Swift types don't say so.
    nonisolated(unsafe) private let exit: any DispatchSourceRead
    // The same.
    nonisolated(unsafe) private let logTimer: any DispatchSourceTimer
    private static let queue = DispatchQueue(
        label: "interlock.embedded-postgres", attributes: .concurrent)

    /// Starts the cluster in `dataDirectory`, made on the first start with database and role
    /// `interlock`; returns when it accepts connections.
    ///
    /// Not ended by cancellation.
    package static func start(
        dataDirectory: String, options: EmbeddedClusterOptions = .durable
    ) async throws(EmbeddedPostgresError) -> EmbeddedCluster {
        let outcome = await blocking { () -> Result<ClusterServer, EmbeddedPostgresError> in
            do throws(EmbeddedPostgresError) {
                return .success(try ClusterServer.start(at: dataDirectory, options: options))
            } catch {
                return .failure(error)
            }
        }
        let cluster = EmbeddedCluster(try outcome.get(), options)
        cluster.watch()
        return cluster
    }

    private init(_ server: ClusterServer, _ options: EmbeddedClusterOptions) {
        dataDirectory = server.directory.path
        socketDirectory = server.socketDirectory
        postmasterProcess = server.postmaster.id
        state = Mutex(State(server: server))
        exit = DispatchSource.makeReadSource(
            fileDescriptor: server.postmaster.handle.descriptor, queue: Self.queue)
        logTimer = DispatchSource.makeTimerSource(queue: Self.queue)
        let pause = Int(clamping: options.logCheck.milliseconds)
        logTimer.schedule(
            deadline: .now() + .milliseconds(pause), repeating: .milliseconds(pause))
    }

    private func watch() {
        guard let server = state.withLock({ $0.server }) else { return }
        // The handlers hold the process, not the lock.
        let (log, limit) = (ClusterLog(directory: server.directory), server.options.logLimit)
        let postmaster = server.postmaster
        logTimer.setEventHandler { log.bound(to: limit) }
        exit.setEventHandler { [weak self] in
            _ = postmaster.waitForEnd(within: .zero)
            self?.ended()
        }
        logTimer.activate()
        exit.activate()
    }

    deinit {
        exit.cancel()
        logTimer.cancel()
        state.withLock { $0.server }?.lock.release()
    }

    private func ended() {
        exit.cancel()
        logTimer.cancel()
        let watchers = state.withLock { state in
            state.hasEnded = true
            defer { state.watchers = [] }
            return state.watchers
        }
        for watcher in watchers { watcher.finish() }
    }

    /// The connection string of a database, for one of the cluster's roles: `interlock` owns the
    /// database of that name; `postgres` may do everything.
    package func connectionString(
        database: String = "interlock", user: String = "interlock"
    ) -> String {
        ConnectionText.make(socketDirectory: socketDirectory, database: database, user: user)
    }

    /// Returns when the server has ended, stopped or not, or when the task is cancelled.
    package func waitUntilEnded() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.watchers.append(continuation) }
            return state.hasEnded
        }
        if hasEnded { return }
        for await _ in stream {}
    }

    /// Ends the server and gives the data directory free. Idempotent; not ended by cancellation.
    package func stop(_ mode: StopMode = .fast) async {
        guard let server = state.withLock({ $0.server.take() }) else { return }
        await Self.blocking { server.stop(mode) }
        ended()
    }

    private static func blocking<Value: Sendable>(
        _ body: @escaping @Sendable () -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }
}

extension EmbeddedCluster {
    /// Finds the connection string of the cluster that another process runs; nil when none does.
    ///
    /// - Throws: ``EmbeddedPostgresError/system(call:path:reason:)`` when the caller may not look.
    package static func locate(
        dataDirectory: String, database: String = "interlock", user: String = "interlock"
    ) throws(EmbeddedPostgresError) -> String? {
        guard let directory = DataDirectory(existing: dataDirectory) else { return nil }
        let path = "\(directory.cluster)/postmaster.pid"
        guard let text = FileSystem.read(path) else {
            if errno == ENOENT { return nil }
            throw .system("open", path, code: errno)
        }
        // Process, data directory, start, port, socket folders, …: see `miscadmin.h`.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 5, let process = Int32(lines[0]), process > 1,
            kill(process, 0) == 0 || errno == EPERM
        else { return nil }
        return ConnectionText.make(
            socketDirectory: String(lines[4]), database: database, user: user)
    }
}
