package import HTTPServer

/// Sets where the service listens and how long it lets devices wait.
package struct ServiceConfiguration: Sendable {
    package var http: HTTPServerConfiguration
    /// The longest wait. Proxies cut at 29 to 60 s.
    package var longestWait = Duration.seconds(55)
    /// Polls that one account may have parked on one loop; beyond it 429.
    package var parkedPerAccount = 32
    /// Polls parked on one loop in all; beyond it 503.
    package var parkedPerLoop = 100_000
    /// How often versions are compared, for changes that another process made.
    package var repairInterval = Duration.seconds(2)
    /// How often the clock's work is looked for.
    package var sweepInterval = Duration.milliseconds(500)
    /// How often what is open is counted, at the most, and waiting devices are.
    package var sampleInterval = Duration.seconds(5)
    /// The life of a client token that names none.
    package var tokenLifetime: Int64 = 3_600
    /// Whose address a request comes from.
    package var clientAddress = ClientAddress.peer
    /// How the store is asked.
    package var asking = AskingConfiguration()

    package init(http: HTTPServerConfiguration = HTTPServerConfiguration()) { self.http = http }
}
