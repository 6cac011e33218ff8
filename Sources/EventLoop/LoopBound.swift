/// Carries a value that belongs to one loop across code that only passes it along.
///
/// The value is reached on its loop alone; every access checks that.
package struct LoopBound<Value>: @unchecked Sendable {
    // Invariant of `@unchecked Sendable`: `value` is touched after `checkIsolated()` only.
    private let value: Value
    package let loop: EventLoop

    package init(_ value: Value, on loop: EventLoop) {
        self.value = value
        self.loop = loop
    }

    /// The value; traps off its loop.
    package var onLoop: Value {
        loop.checkIsolated()
        return value
    }
}
