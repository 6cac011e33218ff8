import Glibc

/// Reads the files that arguments name.
enum FileContent {
    /// No certificate, key set or catalog is larger.
    static let limit = 8 << 20

    /// Reads a whole file; `-` is standard input.
    static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
        let file = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        if file < 0 { throw failure(path) }
        defer { if path != "-" { close(file) } }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= limit {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw failure(path) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
        throw .refused("\(path): larger than \(limit >> 20) MiB")
    }

    private static func failure(_ path: String) -> CommandFailure {
        .refused("\(path): \(String(cString: strerror(errno)))")
    }
}
