import Synchronization

/// A fixed set of loops, as many as threads should serve.
package final class EventLoopGroup: Sendable {
    package let loops: [EventLoop]
    private let turn = Atomic<Int>(0)

    /// Starts `count` loops (at least one), named `name-0`, `name-1`, ….
    package init(count: Int, name: String = "loop") throws(EventLoopError) {
        var loops: [EventLoop] = []
        for index in 0..<max(count, 1) { loops.append(try EventLoop(name: "\(name)-\(index)")) }
        self.loops = loops
    }

    /// The loop that the caller runs on, or nil.
    package var current: EventLoop? { loops.first(where: \.isCurrent) }

    /// The next loop, round robin.
    package func next() -> EventLoop {
        let index = turn.wrappingAdd(1, ordering: .relaxed).oldValue
        return loops[Int(UInt(bitPattern: index) % UInt(loops.count))]
    }

    /// Stops every loop and joins their threads.
    package func stop() {
        for loop in loops { loop.stop() }
    }
}
