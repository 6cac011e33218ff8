import CEvent
import Glibc

/// Turns a process signal into calls on a loop.
///
/// Confined to its loop; one instance a signal in a process.
package final class Signals {
    private var event: UnsafeMutablePointer<event>?
    private let onSignal: () -> Void

    /// Calls `onSignal` on `loop` each time the process receives `signal`.
    package init(_ signal: Int32, on loop: EventLoop, onSignal: @escaping () -> Void) {
        loop.checkIsolated()
        self.onSignal = onSignal
        event = event_new(
            loop.base, signal, Int16(EV_SIGNAL | EV_PERSIST),
            { _, _, context in
                guard let context else { return }
                Unmanaged<Signals>.fromOpaque(context).takeUnretainedValue().onSignal()
            }, Unmanaged.passUnretained(self).toOpaque())
        event_add(event, nil)
    }

    deinit {
        event_del(event)
        event_free(event)
    }
}
