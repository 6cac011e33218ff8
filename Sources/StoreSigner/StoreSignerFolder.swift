internal import Cryptography
internal import Glibc

extension StoreSigner {
    /// Why a store can't be saved or loaded.
    package struct FolderFailure: Error, Sendable, CustomStringConvertible {
        package let path: String
        package let reason: String
        package var description: String { "\(path): \(reason)" }
    }

    /// Saves certificates and keys (unencrypted, for the owner only) in a folder, which is made if
    /// it is missing.
    ///
    /// `root.der` and `root.pem` are what an app is configured with. Files of an earlier store are
    /// replaced.
    package func save(to folder: String) throws(FolderFailure) {
        if mkdir(folder, 0o700) != 0, errno != EEXIST {
            throw FolderFailure(path: folder, reason: String(cString: strerror(errno)))
        }
        try Self.write(root.der, to: "\(folder)/root.der")
        let certificates = [("root", root), ("intermediate", intermediate), ("leaf", leaf)]
        for (name, certificate) in certificates {
            try Self.write(Array(certificate.pem.utf8), to: "\(folder)/\(name).pem")
        }
        for (name, key) in [("root", rootKey), ("leaf", leafKey)] {
            let path = "\(folder)/\(name)-key.pem"
            let pem: Secret<String>
            do { pem = try key.pem() } catch {
                throw FolderFailure(path: path, reason: error.description)
            }
            try Self.write(Array(pem.expose().utf8), to: path)
        }
    }

    /// Loads a store that ``save(to:)`` has saved.
    package static func load(from folder: String) throws(FolderFailure) -> StoreSigner {
        StoreSigner(
            root: try certificate("\(folder)/root.pem"),
            intermediate: try certificate("\(folder)/intermediate.pem"),
            leaf: try certificate("\(folder)/leaf.pem"), rootKey: try key("\(folder)/root-key.pem"),
            leafKey: try key("\(folder)/leaf-key.pem"))
    }

    private static func certificate(_ path: String) throws(FolderFailure) -> Certificate {
        let file = try read(path)
        do {
            if let first = try Certificate.list(file: file).first { return first }
        } catch { throw FolderFailure(path: path, reason: error.description) }
        throw FolderFailure(path: path, reason: "no certificate")
    }

    private static func key(_ path: String) throws(FolderFailure) -> PrivateKey {
        let file = try read(path)
        do { return try PrivateKey(pem: String(decoding: file, as: UTF8.self)) } catch {
            throw FolderFailure(path: path, reason: error.description)
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(FolderFailure) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        if file < 0 { throw FolderFailure(path: path, reason: String(cString: strerror(errno))) }
        defer { close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            if written <= 0 {
                throw FolderFailure(path: path, reason: String(cString: strerror(errno)))
            }
            rest = rest.dropFirst(written)
        }
    }

    private static func read(_ path: String) throws(FolderFailure) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        if file < 0 { throw FolderFailure(path: path, reason: String(cString: strerror(errno))) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 {
                throw FolderFailure(path: path, reason: String(cString: strerror(errno)))
            }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }
}
