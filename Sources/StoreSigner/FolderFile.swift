internal import Glibc

/// Reads and writes the small files of a store's folder.
package enum FolderFile {
    /// Makes a folder for its owner, unless it is there.
    package static func makeFolder(_ path: String) throws(StoreSigner.FolderFailure) {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw failure(path) }
    }

    /// Writes a whole file that only its owner may read, replacing what was there.
    package static func write(
        _ bytes: [UInt8], to path: String
    ) throws(StoreSigner.FolderFailure) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        if file < 0 { throw failure(path) }
        defer { close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            if written <= 0 { throw failure(path) }
            rest = rest.dropFirst(written)
        }
    }

    /// Reads a whole file.
    package static func read(_ path: String) throws(StoreSigner.FolderFailure) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        if file < 0 { throw failure(path) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw failure(path) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    private static func failure(_ path: String) -> StoreSigner.FolderFailure {
        StoreSigner.FolderFailure(path: path, reason: String(cString: strerror(errno)))
    }
}
