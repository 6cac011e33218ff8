/// Counts what a pool holds at one moment.
package struct PostgresPoolStatistics: Sendable, Equatable {
    /// Connections that are open: idle, busy or being recovered.
    package var open = 0
    package var idle = 0
    package var connecting = 0
    /// Callers that wait for a connection.
    package var waiting = 0
    /// Attempts to connect that failed since the last success.
    package var failures = 0

    package init(
        open: Int = 0, idle: Int = 0, connecting: Int = 0, waiting: Int = 0, failures: Int = 0
    ) {
        self.open = open
        self.idle = idle
        self.connecting = connecting
        self.waiting = waiting
        self.failures = failures
    }
}
