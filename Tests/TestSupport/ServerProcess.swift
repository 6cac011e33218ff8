package import EmbeddedPostgres
import FoundationEssentials
import Glibc

/// A second process of a test: one of our programs, with its output kept. It works in a folder of its
/// own, by which the watcher of ``TestFolder`` finds it.
package final class ServerProcess: Sendable {
    private let child: ChildProcess
    private let folder: String

    /// The folder of the programs built together with the tests.
    package static var programs: String {
        let arguments = CommandLine.arguments
        let bundle: String =
            if let flag = arguments.firstIndex(of: "--test-bundle-path"),
                arguments.indices.contains(flag + 1)
            {
                arguments[flag + 1]
            } else {
                (try? link("/proc/self/exe")) ?? arguments[0]
            }
        return bundle.split(separator: "/").dropLast().reduce(into: "") { $0 += "/\($1)" }
    }

    /// Starts `program` (a name in ``programs``, or a path) with this process's environment and more.
    package init(
        _ program: String, _ arguments: [String], environment: [String] = []
    ) throws {
        folder = try TestFolder.path("process")
        mkdir(folder, 0o711)
        let output = open("\(folder)/output", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        let errors = open("\(folder)/errors", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer {
            close(output)
            close(errors)
        }
        child = try ChildProcess(
            program.contains("/") ? program : "\(Self.programs)/\(program)", arguments,
            environment: Self.inherited + environment, directory: folder, output: output,
            errors: errors)
    }

    deinit {
        child.handle.send(SIGKILL)
        _ = child.waitForEnd(within: .seconds(10))
    }

    package var id: Int32 { child.id }
    /// What it wrote so far to standard output and standard error.
    package var output: String { Self.read("\(folder)/output") }
    package var errors: String { Self.read("\(folder)/errors") }

    /// Waits for a line of standard output that begins with `prefix` and gives the rest of it.
    package func line(
        after prefix: String, within limit: Duration = .seconds(60)
    ) async throws -> String {
        var found: String?
        try await eventually("a line \(prefix)… of process \(id)", within: limit) {
            let lines = self.output.split(separator: "\n", omittingEmptySubsequences: false)
            found = lines.dropLast().first { $0.hasPrefix(prefix) }
                .map { String($0.dropFirst(prefix.count)) }
            if found == nil, self.child.waitForEnd(within: .zero) != nil {
                throw ServerProcessEnded(errors: self.errors)
            }
            return found != nil
        }
        return found ?? ""
    }

    /// The processes that it started, and those that they did, as long as they work in its folder.
    package var workers: [ProcessHandle] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { $0 != id }.compactMap { id in
            // Held first: whoever has the id then is who is looked at.
            guard let handle = ProcessHandle(id: id),
                (try? Self.link("/proc/\(id)/cwd")) == folder
            else { return nil }
            return handle
        }
    }

    /// Sends a signal.
    package func send(_ signal: Int32) { child.handle.send(signal) }

    /// Waits for the end and gives the exit status; 128 + number for a signal.
    package func status(within limit: Duration = .seconds(60)) async throws -> Int32 {
        var status: Int32?
        try await eventually("the end of process \(id)", within: limit) {
            status = self.child.waitForEnd(within: .zero)
            return status != nil
        }
        return status ?? -1
    }

    private static var inherited: [String] {
        ["PATH", "HOME", "LD_LIBRARY_PATH", "LANG"].compactMap { (name: String) -> String? in
            getenv(name).map { "\(name)=\(String(cString: $0))" }
        }
    }

    private static func read(_ path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = Glibc.read(file, &chunk, chunk.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk.prefix(count)
        }
    }

    private static func link(_ path: String) throws -> String {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = buffer.withUnsafeMutableBytes {
            // A buffer of PATH_MAX bytes has an address.
            readlink(path, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
        }
        guard length > 0 else { throw TestFolderError(call: "readlink", code: errno) }
        return String(decoding: buffer.prefix(length), as: UTF8.self)
    }
}

/// Says that a process ended before it said what was waited for.
package struct ServerProcessEnded: Error, CustomStringConvertible {
    package let errors: String
    package var description: String { "the process ended; it said: \(errors)" }
}
