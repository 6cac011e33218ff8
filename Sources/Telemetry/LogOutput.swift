import Glibc
import Synchronization

/// Takes finished lines. An implementation must not block its caller for long.
package protocol LogOutput: Sendable {
    /// Takes one line, its line feed included.
    func write(_ line: [UInt8])
    /// How many lines could not be written since the last call.
    func takeDropped() -> Int
}

/// Writes lines to a file descriptor that outlives it, each with one `write(2)`.
///
/// A reader that doesn't read costs one wait of 20 ms; after that lines are dropped, and counted, until the descriptor
/// is writable again. Lines are short enough (PIPE_BUF) for a pipe to take them whole.
package final class DescriptorOutput: LogOutput {
    private let descriptor: Int32
    private let dropped = Atomic<Int>(0)
    private static let patience: Int32 = 20

    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// Standard error.
    package static let standardError = DescriptorOutput(descriptor: STDERR_FILENO)

    package func write(_ line: [UInt8]) {
        let wait = dropped.load(ordering: .relaxed) > 0 ? 0 : Self.patience
        guard isWritable(within: wait), send(line) else {
            dropped.add(1, ordering: .relaxed)
            return
        }
    }

    package func takeDropped() -> Int {
        // A line that waits must not forget that the last one was dropped, or it would wait as well.
        let count = dropped.load(ordering: .relaxed)
        guard count > 0, isWritable(within: 0) else { return 0 }
        return dropped.exchange(0, ordering: .relaxed)
    }

    private func isWritable(within milliseconds: Int32) -> Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return Glibc.poll(&poll, 1, milliseconds) == 1 && poll.revents & Int16(POLLOUT) != 0
    }

    private func send(_ line: [UInt8]) -> Bool {
        while true {
            let count = Glibc.write(descriptor, line, line.count)
            if count == line.count { return true }
            if count < 0, errno == EINTR { continue }
            return false
        }
    }
}
