internal import Cryptography

extension StoreSigner {
    /// Why a store can't be saved or loaded.
    package struct FolderFailure: Error, Sendable, CustomStringConvertible {
        package let path: String
        package let reason: String

        package init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }

        package var description: String { "\(path): \(reason)" }
    }

    /// Saves certificates and keys (unencrypted, for the owner only) in a folder, which is made if
    /// it is missing.
    ///
    /// `root.der` and `root.pem` are what an app is configured with. Files of an earlier store are
    /// replaced.
    package func save(to folder: String) throws(FolderFailure) {
        try FolderFile.makeFolder(folder)
        try FolderFile.write(root.der, to: "\(folder)/root.der")
        let certificates = [("root", root), ("intermediate", intermediate), ("leaf", leaf)]
        for (name, certificate) in certificates {
            try FolderFile.write(Array(certificate.pem.utf8), to: "\(folder)/\(name).pem")
        }
        for (name, key) in [("root", rootKey), ("leaf", leafKey)] {
            let path = "\(folder)/\(name)-key.pem"
            let pem: Secret<String>
            do { pem = try key.pem() } catch {
                throw FolderFailure(path: path, reason: error.description)
            }
            try FolderFile.write(Array(pem.expose().utf8), to: path)
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
        let file = try FolderFile.read(path)
        do {
            if let first = try Certificate.list(file: file).first { return first }
        } catch { throw FolderFailure(path: path, reason: error.description) }
        throw FolderFailure(path: path, reason: "no certificate")
    }

    private static func key(_ path: String) throws(FolderFailure) -> PrivateKey {
        let file = try FolderFile.read(path)
        do { return try PrivateKey(pem: String(decoding: file, as: UTF8.self)) } catch {
            throw FolderFailure(path: path, reason: error.description)
        }
    }
}
