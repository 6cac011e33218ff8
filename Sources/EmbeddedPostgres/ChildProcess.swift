import CShims
import Glibc
import Synchronization

/// Runs a program in a session of its own: a terminal's Ctrl-C does not reach it.
package final class ChildProcess: Sendable {
    package let handle: ProcessHandle
    private let reaped = Mutex<Int32?>(nil)

    package var id: Int32 { handle.id }

    /// Starts `program`.
    ///
    /// - Parameters:
    ///   - environment: all of it, each `NAME=value`.
    ///   - input: a descriptor to read from; /dev/null if nil. Likewise `output` and `errors`.
    package convenience init(
        _ program: String, _ arguments: [String], environment: [String], directory: String = "/",
        input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil
    ) throws(EmbeddedPostgresError) {
        try self.init(
            program, arguments, environment: environment, directory: directory, input: input,
            output: output, errors: errors, user: nil)
    }

    init(
        _ program: String, _ arguments: [String], environment: [String], directory: String = "/",
        input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil, user: ServerUser?
    ) throws(EmbeddedPostgresError) {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        var request = shim_spawn_request()
        request.input = input ?? null
        request.output = output ?? null
        request.errors = errors ?? null
        request.changes_user = user?.differs == true ? 1 : 0
        request.user = user?.user ?? 0
        request.group = user?.group ?? 0
        let status = CStrings.with([program] + arguments, environment) {
            arguments, environment -> Int32 in
            request.arguments = UnsafePointer(arguments)
            request.environment = UnsafePointer(environment)
            return program.withCString { path in
                directory.withCString { directory in
                    request.path = path
                    request.directory = directory
                    return shim_spawn(&request)
                }
            }
        }
        guard status > 0 else { throw .system("exec", program, code: -status) }
        // The child can't be gone before it is reaped, which only this object does.
        guard let handle = ProcessHandle(id: status) else {
            throw .system("pidfd_open", program, code: errno)
        }
        self.handle = handle
    }

    /// Waits for the end and gives the exit status, 128 + signal number for a killed one; nil when it
    /// still runs after `limit`. Blocks.
    package func waitForEnd(within limit: Duration) -> Int32? {
        guard handle.waitForEnd(within: limit) else { return nil }
        return reaped.withLock { reaped in
            if let reaped { return reaped }
            var status: Int32 = 0
            waitpid(handle.id, &status, 0)
            let signal = status & 0x7f
            let code = signal == 0 ? (status >> 8) & 0xff : 128 + signal
            reaped = code
            return code
        }
    }
}

/// Makes the zero-terminated arrays that exec wants.
private enum CStrings {
    typealias Array = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    static func with<Value>(
        _ first: [String], _ second: [String], _ body: (Array?, Array?) -> Value
    ) -> Value {
        var first = first.map { strdup($0) } + [nil]
        var second = second.map { strdup($0) } + [nil]
        defer {
            for pointer in first + second { free(pointer) }
        }
        return first.withUnsafeMutableBufferPointer { first in
            second.withUnsafeMutableBufferPointer { second in
                body(first.baseAddress, second.baseAddress)
            }
        }
    }
}
