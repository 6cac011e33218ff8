/// Bounds what a pool may use and how long its callers wait.
package struct PostgresPoolOptions: Sendable {
    /// Connections, at least one.
    package var maximum: Int
    /// Callers that may wait for a connection; the next one is refused at once.
    package var waiters: Int
    /// The longest wait for a connection.
    package var acquireDeadline = Duration.seconds(5)
    /// The longest call, waiting included, unless the call says otherwise.
    package var queryDeadline = Duration.seconds(30)
    /// The longest attempt to connect, over all hosts.
    package var connectDeadline = Duration.seconds(5)
    /// The time in which a cancelled connection has to come back clean before it is closed.
    package var cancelGrace = Duration.seconds(2)
    /// How often idle connections are asked whether they live, and how long they have to answer.
    package var idleCheck = Duration.seconds(30)
    package var idleCheckDeadline = Duration.seconds(5)
    /// Idle connections beyond the first are closed after this time.
    package var idleLifetime = Duration.seconds(600)
    /// The longest pause between two failed attempts to connect; the first is `backoffBase`, at most.
    package var backoffBase = Duration.milliseconds(50)
    package var backoffLimit = Duration.seconds(5)
    /// False for poolers without protocol-level prepared statements (pgbouncer before 1.21).
    package var preparesStatements = true
    /// True when a failed attempt to connect fails the callers at once, without another.
    package var failsFast = false

    package init(maximum: Int = 8, waiters: Int = 1_024) {
        self.maximum = max(maximum, 1)
        self.waiters = max(waiters, 0)
    }
}
