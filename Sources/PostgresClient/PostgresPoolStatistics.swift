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
}
