import Glibc

/// Finds vectors that this project did not make, in a folder beside the checkout; a lone clone has
/// none and skips the tests that need them.
enum VectorFolder {
    /// The folder, or nil where it is missing.
    static let path: String? = {
        // This file is in <package>/Tests/AppStoreTests.
        let package = #filePath.split(separator: "/").dropLast(3)
        let folder = "/" + (package.dropLast() + ["shared", "vectors"]).joined(separator: "/")
        return access("\(folder)/INDEX.md", R_OK) == 0 ? folder : nil
    }()

    static let isPresent = path != nil
    static let skipReason = "no vectors beside the checkout"

    /// Reads a file of the folder.
    static func bytes(_ name: String) throws -> [UInt8] {
        guard let path, let file = fopen("\(path)/\(name)", "r") else {
            throw Missing(name: name)
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// Reads a file of text, without the white space at its end.
    static func text(_ name: String) throws -> String {
        let text = String(decoding: try bytes(name), as: UTF8.self)
        return String(text.reversed().drop(while: \.isWhitespace).reversed())
    }

    struct Missing: Error { let name: String }
}
