import CEvent
import Glibc

/// Calls a closure once on its loop, at a time or when it is cancelled.
///
/// Confined to its loop: made, cancelled and fired there. Exactly one of `onFire` and `onCancel` runs,
/// exactly once; ``EventLoop/stop()`` cancels the timers that are still pending.
package final class LoopTimer {
    private unowned let loop: EventLoop
    private var event: UnsafeMutablePointer<event>?
    private var onFire: (() -> Void)?
    private var onCancel: (() -> Void)?

    /// Arms a timer that fires after `delay`, at once when that is not positive.
    package init(
        on loop: EventLoop, after delay: Duration, onCancel: (() -> Void)? = nil,
        onFire: @escaping () -> Void
    ) {
        loop.checkIsolated()
        self.loop = loop
        self.onFire = onFire
        self.onCancel = onCancel
        loop.timers[ObjectIdentifier(self)] = self
        event = event_new(
            loop.base, -1, 0,
            { _, _, context in
                guard let context else { return }
                // The loop's table keeps the timer alive until it fired or was cancelled.
                Unmanaged<LoopTimer>.fromOpaque(context).takeUnretainedValue().fire()
            }, Unmanaged.passUnretained(self).toOpaque())
        var interval = timeval(delay)
        event_add(event, &interval)
    }

    /// Takes the timer back; nothing happens when it already fired or was cancelled.
    package func cancel() {
        loop.checkIsolated()
        let onCancel = self.onCancel
        guard dismiss() != nil else { return }
        onCancel?()
    }

    private func fire() {
        dismiss()?()
    }

    private func dismiss() -> (() -> Void)? {
        guard let onFire else { return nil }
        self.onFire = nil
        onCancel = nil
        event_del(event)
        event_free(event)
        event = nil
        loop.timers[ObjectIdentifier(self)] = nil
        return onFire
    }
}

extension timeval {
    /// Rounds up to a microsecond, so that a timer never fires early; negative becomes zero.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = max(duration, .zero).components
        let microseconds = (attoseconds + 999_999_999_999) / 1_000_000_000_000
        self.init(
            tv_sec: Int(seconds) + Int(microseconds / 1_000_000),
            tv_usec: Int(microseconds % 1_000_000))
    }
}
