import EmbeddedPostgres
import Glibc
import Synchronization

/// The folder of this test process. A watcher removes it, and ends the servers in it, when the process
/// is gone: at its end, after a crash, after SIGKILL.
package enum TestFolder {
    private static let next = Atomic<Int>(0)

    /// What the watcher does once its input ends, which it does with the process that holds the pipe.
    ///
    /// It ends processes that work in the folder, found one by one: no process id is read from a file,
    /// where it could be stale, or negative as PostgreSQL's single-user mode writes it (to `kill`, a
    /// whole group, or everybody).
    private static let watcher = """
        folder=$1
        case "$folder" in /tmp/interlock-test-??????) ;; *) exit 1 ;; esac
        read nothing
        end_all() {
            for process in /proc/[0-9]*; do
                case "$(readlink "$process/cwd")" in
                    "$folder"/*) kill -s "$1" "${process#/proc/}" 2>/dev/null; left=1 ;;
                esac
            done
        }
        for signal in QUIT QUIT QUIT KILL KILL KILL KILL KILL; do
            left=
            end_all "$signal"
            [ -z "$left" ] && break
            sleep 0.3
        done
        rm -rf "$folder"
        """

    private static let made: Result<String, any Error> = Result {
        var template = Array("/tmp/interlock-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw TestFolderError(call: "mkdtemp", code: errno) }
        let path = String(
            decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        // A server started by root runs as another user, who has to get through.
        chmod(path, 0o711)
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0, fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0 else {
            throw TestFolderError(call: "pipe", code: errno)
        }
        // The write end stays open as long as the process lives.
        _ = try ChildProcess(
            "/bin/sh", ["-c", watcher, "sh", path], environment: ["PATH=/usr/bin:/bin"],
            input: ends[0])
        close(ends[0])
        return path
    }

    /// Gives a path in the folder that nobody else has; nothing is there yet.
    package static func path(_ name: String) throws -> String {
        let number = next.add(1, ordering: .relaxed).newValue
        return "\(try made.get())/\(name)-\(number)"
    }
}

struct TestFolderError: Error {
    let call: String
    let code: Int32
}
