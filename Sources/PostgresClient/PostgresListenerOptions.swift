/// Bounds what a listener keeps and how soon it notices a dead server.
package struct PostgresListenerOptions: Sendable {
    /// Notifications kept for a slow reader; the oldest is dropped first.
    package var capacity = 4_096
    /// The pause between two questions whether the server lives, and how long it may take to answer.
    package var heartbeat = Duration.seconds(10)
    package var heartbeatDeadline = Duration.seconds(5)
    package var connectDeadline = Duration.seconds(5)
    package var backoffBase = Duration.milliseconds(50)
    package var backoffLimit = Duration.seconds(5)

    package init() {}
}
