import EventLoop

/// Waits for a connection; granted or withdrawn once.
final class PoolWaiter {
    fileprivate var grant: PoolCore.Grant?
    var timer: LoopTimer?

    init(_ grant: @escaping PoolCore.Grant) { self.grant = grant }

    fileprivate func take() -> PoolCore.Grant? {
        let grant = self.grant
        self.grant = nil
        timer?.cancel()
        timer = nil
        return grant
    }
}

/// Keeps waiters in the order of their arrival; withdrawal costs no search.
struct WaiterQueue {
    private var waiters: [PoolWaiter] = []
    private var head = 0
    /// Waiters that were not withdrawn.
    private(set) var count = 0

    /// Withdrawn or served entries that are kept before the array is compacted.
    private static let slack = 64

    mutating func append(_ waiter: PoolWaiter) {
        waiters.append(waiter)
        count += 1
    }

    mutating func popFirst() -> PoolCore.Grant? {
        while head < waiters.count {
            let waiter = waiters[head]
            head += 1
            guard let grant = waiter.take() else { continue }
            count -= 1
            compact()
            return grant
        }
        compact()
        return nil
    }

    mutating func withdraw(_ waiter: PoolWaiter) -> PoolCore.Grant? {
        guard let grant = waiter.take() else { return nil }
        count -= 1
        compact()
        return grant
    }

    private mutating func compact() {
        guard waiters.count > 2 * count + Self.slack else { return }
        waiters = waiters[head...].filter { $0.grant != nil }
        head = 0
    }
}
