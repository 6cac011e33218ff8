import Glibc

/// Runs a program to its end and keeps the end of what it said.
enum ProgramRun {
    /// What a program of the server sees: nothing of PG… or LC_… from outside.
    static let environment = ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TZ=UTC", "HOME=/"]

    private static let keptOutput = 4_096

    /// Gives exit status and the last output; a program that takes longer than `limit` is killed.
    static func run(
        _ program: String, _ arguments: [String], as user: ServerUser?,
        in directory: String = "/", input: String = "",
        within limit: Duration
    ) throws(EmbeddedPostgresError) -> (status: Int32, output: String) {
        let output = try temporaryFile("")
        let input = try temporaryFile(input)
        defer {
            close(output)
            close(input)
        }
        let child = try ChildProcess(
            program, arguments, environment: environment, directory: directory, input: input,
            output: output, errors: output, user: user)
        var status = child.waitForEnd(within: limit)
        if status == nil {
            child.handle.send(SIGKILL)
            status = child.waitForEnd(within: .seconds(10))
        }
        return (status ?? -1, FileSystem.tail(of: output, bytes: keptOutput))
    }

    /// Makes a nameless file, so that no pipe can fill up.
    private static func temporaryFile(_ content: String) throws(EmbeddedPostgresError) -> Int32 {
        var template = Array("/tmp/interlock-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw .system("mkstemp", "/tmp", code: errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
        var content = content
        content.withUTF8 { _ = pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        return descriptor
    }
}
