import Glibc

/// The server's log: appended by the server, bounded by us.
struct ClusterLog: Sendable {
    let directory: DataDirectory
    private static let copied = 1 << 16

    /// Opens the log for the server to write.
    func open(for user: ServerUser) throws(EmbeddedPostgresError) -> Int32 {
        let descriptor = Glibc.open(
            directory.log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system("open", directory.log, code: errno) }
        do throws(EmbeddedPostgresError) {
            try user.own(directory.log)
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// The last lines.
    func tail() -> String {
        let descriptor = Glibc.open(directory.log, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        return FileSystem.tail(of: descriptor, bytes: 2_048)
    }

    /// Moves the content aside when there is more than `limit`.
    ///
    /// The server keeps its descriptor, so the file is copied and cut; lines of that moment may be lost.
    func bound(to limit: Int) {
        let source = Glibc.open(directory.log, O_RDWR | O_CLOEXEC)
        guard source >= 0 else { return }
        defer { close(source) }
        var info = stat()
        guard fstat(source, &info) == 0, Int(info.st_size) > limit else { return }
        let target = Glibc.open(
            directory.oldLog, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard target >= 0 else { return }
        defer { close(target) }
        // Of a log that outran the check, the end is kept.
        var position = off_t(max(Int(info.st_size) - limit, 0))
        withUnsafeTemporaryAllocation(byteCount: Self.copied, alignment: 1) { buffer in
            while true {
                let count = pread(source, buffer.baseAddress, buffer.count, position)
                guard count > 0, write(target, buffer.baseAddress, count) == count else { return }
                position += off_t(count)
            }
        }
        ftruncate(source, 0)
    }
}
