package import HTTPClient
package import InterlockAPI

/// Says where the store is and how much a client may ask of it.
package struct StoreServerConfiguration: Sendable {
    /// Where each environment is; a call in an environment that isn't here is refused.
    ///
    /// An app that isn't released yet has no Production: the store answers 401 there, not
    /// "not found", so ``StoreServer/locate(_:)`` would never get to the sandbox.
    package var endpoints: [StoreEnvironment: StoreEndpoint] = [
        .production: .production, .sandbox: .sandbox,
    ]
    /// Whom to trust behind `https`; the system's roots unless changed.
    package var tls = HTTPClientTLS()
    /// Connections to each environment, at most; each carries one request at a time.
    package var connectionLimit = 4
    /// For one attempt, from the start of sending to the end of the answer, connecting included.
    package var requestTimeout = Duration.seconds(20)
    /// Attempts of one call, the first included.
    package var attemptLimit = 4
    /// How long a call waits by itself for a limit, of ours or of the store's; where it would take
    /// longer, it ends with `rateLimited` at once.
    package var patience = Duration.seconds(15)
    /// The pauses between attempts: half to all of a bound that doubles from the first to the last.
    package var pauses = Duration.milliseconds(250)...Duration.seconds(8)
    /// How long a call stays unsent after a 429 that doesn't say until when.
    package var defaultRetryAfter = Duration.seconds(60)
    /// The part of the store's limits that this client may use, in percent. They hold for an app,
    /// so every process and every backend that calls for it shares them.
    package var limitShare = 100
    /// Pages that one ``StorePages`` reads, at most: 20 rows each.
    package var pageLimit = 1_000
    /// Bytes of an answer, at most: 20 notifications with everything in them are below a tenth of
    /// it.
    package var responseLimit = 8 * 1_024 * 1_024

    package init() {}
}
