import Glibc

/// Keeps other processes from running the cluster of a data directory; released when it goes.
final class DirectoryLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock or says who has it.
    ///
    /// The kernel gives it back when the process ends, however it ends; children don't inherit it.
    init(_ directory: DataDirectory, for user: ServerUser) throws(EmbeddedPostgresError) {
        let path = directory.lock
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system("open", path, code: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let holder = FileSystem.tail(of: descriptor, bytes: 32)
            close(descriptor)
            throw .inUse(dataDirectory: directory.path, process: holder.isEmpty ? "?" : holder)
        }
        try user.own(path)
        ftruncate(descriptor, 0)
        var text = String(getpid())
        text.withUTF8 { _ = pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }

    /// Gives the lock back before the object goes; idempotent.
    func release() { flock(descriptor, LOCK_UN) }

    deinit { close(descriptor) }
}
