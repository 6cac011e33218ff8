import Glibc

/// Knows where things are in a data directory, and makes what the server needs there.
struct DataDirectory: Sendable {
    /// Absolute, without links.
    let path: String

    /// A socket's path has 107 bytes at most (`sun_path`), its name included.
    private static let longestSocketFolder = 107 - "/.s.PGSQL.5432".utf8.count

    var cluster: String { "\(path)/postgres" }
    var log: String { "\(path)/postgres.log" }
    var oldLog: String { "\(path)/postgres.log.1" }
    var lock: String { "\(path)/lock" }
    private var socketFolder: String { "\(path)/socket" }
    private var socketRecord: String { "\(path)/socket-directory" }
    static let unfinishedPrefix = "postgres.new-"

    /// The version of the cluster, if there is one.
    var clusterVersion: String? {
        FileSystem.read("\(cluster)/PG_VERSION").map { String($0.prefix { !$0.isWhitespace }) }
    }

    /// Opens the folder at `path`, which must exist.
    init?(existing path: String) {
        guard let resolved = FileSystem.resolve(path) else { return nil }
        self.path = resolved
    }

    /// Makes the folder if needed, for `user` alone, and checks that the server can live there.
    init(preparing path: String, for user: ServerUser) throws(EmbeddedPostgresError) {
        let isNew = try FileSystem.makeFolder(Self.absolute(path))
        guard let resolved = FileSystem.resolve(path) else {
            throw .system("realpath", path, code: errno)
        }
        self.path = resolved
        if isNew { try user.own(resolved) }
        if let closed = user.firstClosedFolder(on: resolved) {
            throw .notTraversable(path: closed, user: user.name)
        }
    }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else { return path }
        defer { free(current) }
        return "\(String(cString: current))/\(path)"
    }

    /// Makes the folder for the server's socket, closed to all but `user`, and gives its path.
    func makeSocketFolder(for user: ServerUser) throws(EmbeddedPostgresError) -> String {
        if socketFolder.utf8.count <= Self.longestSocketFolder {
            _ = try FileSystem.makeFolder(socketFolder)
            try user.own(socketFolder)
            guard chmod(socketFolder, 0o700) == 0 else {
                throw .system("chmod", socketFolder, code: errno)
            }
            return socketFolder
        }
        if let recorded = FileSystem.read(socketRecord), isPrivate(recorded, to: user) {
            return recorded
        }
        var template = Array("/tmp/interlock-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .system("mkdtemp", "/tmp", code: errno) }
        let made = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        try user.own(made)
        try FileSystem.write(made, to: socketRecord)
        return made
    }

    /// Removes the private folder of ``makeSocketFolder(for:)`` in /tmp, if there is one.
    func removeSocketFolder() {
        guard let recorded = FileSystem.read(socketRecord) else { return }
        rmdir(recorded)
        unlink(socketRecord)
    }

    private func isPrivate(_ folder: String, to user: ServerUser) -> Bool {
        var info = stat()
        guard lstat(folder, &info) == 0 else { return false }
        return info.st_mode & S_IFMT == S_IFDIR && info.st_mode & 0o077 == 0
            && info.st_uid == user.user
    }
}
