import EventLoop
import Synchronization

/// Counts, and lets a test wait for a count.
final class Signal: Sendable {
    private let state = Mutex(0)
    private let condition = Condition()

    func send() { condition.change { self.state.withLock { $0 += 1 } } }

    func wait(for count: Int) async -> Bool {
        await Offload.run {
            self.condition.wait(seconds: 20) { self.state.withLock { $0 >= count } }
        }
    }
}
