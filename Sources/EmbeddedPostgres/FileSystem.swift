import Glibc

/// The few file operations that this target needs.
enum FileSystem {
    static func exists(_ path: String) -> Bool {
        var info = stat()
        return lstat(path, &info) == 0
    }

    /// The names in a folder; none when it can't be read.
    static func entries(of path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Makes a folder and those above it; true when the last one is new.
    static func makeFolder(_ path: String) throws(EmbeddedPostgresError) -> Bool {
        var prefix = ""
        for part in path.split(separator: "/").dropLast() {
            prefix += "/\(part)"
            guard mkdir(prefix, 0o755) == 0 || errno == EEXIST else {
                throw .system("mkdir", prefix, code: errno)
            }
        }
        if mkdir(path, 0o700) == 0 { return true }
        guard errno == EEXIST else { throw .system("mkdir", path, code: errno) }
        return false
    }

    /// Removes a file, or a folder with all that is in it; what can't be removed stays.
    static func remove(_ path: String) {
        if unlink(path) == 0 { return }
        for name in entries(of: path) { remove("\(path)/\(name)") }
        rmdir(path)
    }

    /// Reads a small text file; nil when it can't be read.
    static func read(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return tail(of: descriptor, bytes: 1 << 16)
    }

    static func write(_ text: String, to path: String) throws(EmbeddedPostgresError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system("open", path, code: errno) }
        defer { close(descriptor) }
        var text = text
        let written = text.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard written == text.utf8.count else { throw .system("write", path, code: errno) }
    }

    /// The last bytes of an open file.
    static func tail(of descriptor: Int32, bytes limit: Int) -> String {
        var info = stat()
        guard fstat(descriptor, &info) == 0 else { return "" }
        let size = Int(info.st_size)
        let wanted = min(size, limit)
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
            count = max(pread(descriptor, buffer.baseAddress, wanted, size - wanted), 0)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Makes the names in a folder survive a crash of the machine.
    static func sync(folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// The target of a symbolic link.
    static func link(_ path: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let length = readlink(path, start, buffer.count)
            guard length > 0 else { return nil }
            return buffer.prefix(length).withMemoryRebound(to: UInt8.self) {
                String(decoding: $0, as: UTF8.self)
            }
        }
    }

    /// The absolute path without links; nil when there is no such file.
    static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
