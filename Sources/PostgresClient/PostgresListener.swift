package import EventLoop

/// Listens on channels with a connection of its own, which it keeps alive and replaces.
///
/// Notifications are hints: those sent while the connection was away, or before `.listening`, are
/// lost, and so are the oldest when the reader is slow. The owner re-reads whatever it watches after
/// each `.listening` and `.overflowed`. Needs a direct connection string, not a pooler's.
package final class PostgresListener: Sendable {
    package enum Event: Sendable, Equatable {
        /// Every channel is listened to, from now on: the first time, or after a lost connection.
        case listening
        /// Notifications were dropped, since nobody read them.
        case overflowed
        case notification(PostgresNotification)
        /// The connection is lost or could not be made; another is tried, with growing pauses.
        case disconnected(PostgresError)
    }

    package let loop: EventLoop
    /// What happens, in order, for one reader; ends after ``close()`` or when the reader is cancelled.
    package let events: PostgresListenerEvents
    private let core: LoopBound<ListenerCore>

    /// Starts to connect and to listen on `channels` at once.
    package init(
        _ configuration: PostgresConfiguration, on loop: EventLoop, channels: [String],
        options: PostgresListenerOptions = PostgresListenerOptions()
    ) {
        self.loop = loop
        let buffer = ListenerBuffer(capacity: options.capacity)
        events = PostgresListenerEvents(buffer: buffer)
        let core = LoopBound(
            ListenerCore(configuration, on: loop, channels, options, buffer), on: loop)
        self.core = core
        loop.execute { core.onLoop.connect() }
    }

    deinit {
        let core = core
        core.loop.execute { core.onLoop.close() }
    }

    /// Ends the connection and the events. Idempotent.
    package func close() async {
        await withCheckedContinuation { continuation in
            loop.execute { [core] in
                core.onLoop.close()
                continuation.resume()
            }
        }
    }

    /// The server process of the present connection, if there is one.
    package func serverProcess() async -> Int32? {
        await withCheckedContinuation { continuation in
            loop.execute { [core] in continuation.resume(returning: core.onLoop.serverProcess) }
        }
    }
}
