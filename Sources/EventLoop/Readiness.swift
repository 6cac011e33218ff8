import CEvent

/// Watches one descriptor for readiness, on its loop.
///
/// Confined to its loop. The descriptor stays its owner's; stop watching before closing it.
package final class Readiness {
    /// What to wait for, or what came.
    package struct Interest: OptionSet, Sendable {
        package let rawValue: Int16

        package init(rawValue: Int16) { self.rawValue = rawValue }

        package static let read = Interest(rawValue: Int16(EV_READ))
        package static let write = Interest(rawValue: Int16(EV_WRITE))
        /// The peer closed its side; noticed without reading.
        package static let closed = Interest(rawValue: Int16(EV_CLOSED))
    }

    private let loop: EventLoop
    private let descriptor: Int32
    private let onReady: (Interest) -> Void
    private var event: UnsafeMutablePointer<event>?
    private(set) package var interest: Interest = []

    /// Prepares to watch `descriptor`; nothing is reported before ``watch(_:)``.
    package init(
        on loop: EventLoop, descriptor: Int32, onReady: @escaping (Interest) -> Void
    ) {
        loop.checkIsolated()
        self.loop = loop
        self.descriptor = descriptor
        self.onReady = onReady
    }

    deinit { stop() }

    /// Reports readiness for `interest` from now on, until changed or stopped. Level-triggered.
    package func watch(_ interest: Interest) {
        loop.checkIsolated()
        guard interest != self.interest else { return }
        stop()
        guard !interest.isEmpty else { return }
        self.interest = interest
        event = event_new(
            loop.base, descriptor, interest.rawValue | Int16(EV_PERSIST),
            { _, what, context in
                guard let context else { return }
                // Retained for the call: the handler may drop the last other reference.
                let watcher = Unmanaged<Readiness>.fromOpaque(context).takeUnretainedValue()
                watcher.onReady(Interest(rawValue: what))
            }, Unmanaged.passUnretained(self).toOpaque())
        event_add(event, nil)
    }

    /// Ends the watch; idempotent.
    package func stop() {
        guard let event else { return }
        event_del(event)
        event_free(event)
        self.event = nil
        interest = []
    }
}
