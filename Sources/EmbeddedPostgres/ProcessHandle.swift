import CShims
import Glibc

/// Holds on to one process, child or not, so that its id can't be taken for another's.
package final class ProcessHandle: Sendable {
    package let id: Int32
    /// Readable once the process has ended.
    package let descriptor: Int32

    /// Nil when there is no such process.
    package init?(id: Int32) {
        guard id > 0 else { return nil }
        descriptor = shim_pidfd_open(id)
        guard descriptor >= 0 else { return nil }
        self.id = id
    }

    deinit { close(descriptor) }

    /// Sends a signal; false when the process has ended.
    @discardableResult
    package func send(_ signal: Int32) -> Bool { shim_pidfd_signal(descriptor, signal) == 0 }

    /// Waits for the end of the process; false when it still runs after `limit`. Blocks.
    package func waitForEnd(within limit: Duration) -> Bool {
        let end = ContinuousClock.now + limit
        while true {
            let left = max(end - .now, .zero)
            var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let count = poll(&watched, 1, Int32(clamping: left.milliseconds))
            if count > 0 { return true }
            if count == 0, left == .zero { return false }
        }
    }
}

extension Duration {
    /// Whole milliseconds, rounded up.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
