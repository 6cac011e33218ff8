/// Where a server listens, and its bounds.
package struct HTTPServerConfiguration: Sendable {
    /// PEM files: the certificate with its chain, and its key.
    package struct TLSFiles: Sendable {
        package var certificateChain: String
        package var privateKey: String

        package init(certificateChain: String, privateKey: String) {
            self.certificateChain = certificateChain
            self.privateKey = privateKey
        }
    }

    package var host = "127.0.0.1"
    /// 0 lets the system pick.
    package var port: UInt16 = 0
    package var tls: TLSFiles?
    /// A request's head in bytes, its request line included; beyond it 431.
    package var headLimit = 16 * 1_024
    /// A request's target in bytes; beyond it 414.
    package var targetLimit = 8 * 1_024
    /// From the opening of a connection, or the first byte of a later request, to its head's end.
    package var headDeadline = Duration.seconds(10)
    /// From a request's head to the end of its body.
    package var bodyDeadline = Duration.seconds(30)
    /// How long a connection may wait for its next request, and a write for its client.
    package var idleTimeout = Duration.seconds(75)
    /// Open connections in all, shared evenly by the loops; beyond it new ones wait unaccepted.
    package var connectionLimit = 20_000
    /// Handlers that run at once on each loop; beyond it requests wait, in order. Parked ones don't count.
    package var handlersPerLoop = 128

    package init() {}
}
