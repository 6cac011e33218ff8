import Synchronization

extension EventLoop {
    /// Waits on this loop for `duration`.
    ///
    /// - Throws: `CancellationError` when the task is cancelled or the loop stops, and never later.
    package func sleep(for duration: Duration) async throws(CancellationError) {
        let sleeper = LoopBound(Sleeper(), on: self)
        let fired = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                execute { sleeper.onLoop.begin(on: self, for: duration, continuation) }
            }
        } onCancel: {
            execute { sleeper.onLoop.cancel() }
        }
        if !fired { throw CancellationError() }
    }
}

/// One sleep: cancellation may come before its beginning, after its end, or never.
private final class Sleeper {
    private var timer: LoopTimer?
    private var cancelled = false

    func begin(
        on loop: EventLoop, for duration: Duration,
        _ continuation: CheckedContinuation<Bool, Never>
    ) {
        guard !cancelled, loop.acceptsTimers else { return continuation.resume(returning: false) }
        timer = LoopTimer(
            on: loop, after: duration,
            onCancel: { continuation.resume(returning: false) },
            onFire: { continuation.resume(returning: true) })
    }

    func cancel() {
        cancelled = true
        timer?.cancel()
        timer = nil
    }
}

extension EventLoop {
    /// False once the loop is ending: a timer armed then would never fire.
    package var acceptsTimers: Bool {
        state.withLock { state in
            if case .running = state.phase { return true }
            return false
        }
    }
}
