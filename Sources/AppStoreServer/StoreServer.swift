package import EventLoop
package import InterlockAPI

/// Calls the App Store Server API for one app, in the environments that it is configured for.
///
/// Shared by any number of tasks; connections and timers live on one loop. A call makes a few
/// attempts, each with a token and a place under the call's limit of its own, and ends with an
/// answer or a ``StoreServerError``. In the worst case that takes, for each attempt, the wait for a
/// place and for a connection, the time-out and a pause (``StoreServerConfiguration``).
///
/// Cancellation ends a call wherever it waits; a request under way is cut off.
package final class StoreServer: Sendable {
    let configuration: StoreServerConfiguration
    let clock: StoreClock
    /// The app that it asks as.
    let bundleID: String
    private let sites: [StoreEnvironment: StoreSite]

    /// Prepares a client; nothing is opened before the first call.
    ///
    /// - Parameter clock: the machine's own where it is nil.
    package init(
        _ configuration: StoreServerConfiguration, _ credentials: StoreCredentials,
        on loop: EventLoop, clock: StoreClock? = nil
    ) {
        let clock = clock ?? .system(on: loop)
        (self.configuration, self.clock) = (configuration, clock)
        bundleID = credentials.bundleID
        var sites: [StoreEnvironment: StoreSite] = [:]
        for (environment, endpoint) in configuration.endpoints {
            sites[environment] = StoreSite(
                environment, at: endpoint, configuration, credentials, on: loop, clock: clock)
        }
        self.sites = sites
    }

    deinit { close() }

    /// The environments that can be asked, Production first.
    package var environments: [StoreEnvironment] {
        StoreEnvironment.allCases.filter { sites[$0] != nil }
    }

    /// Ends the calls under way, and later ones, with `cancelled`; idempotent. A call that pauses
    /// ends after its pause.
    package func close() {
        for site in sites.values { site.close() }
    }

    /// Sends a request until it succeeds, may not be repeated, or was sent as often as it may.
    ///
    /// - Returns: the body of the answer, 2xx.
    func send(
        _ request: StoreRequest, in environment: StoreEnvironment
    ) async throws(StoreServerError) -> [UInt8] {
        guard let site = sites[environment] else {
            throw .invalid(request.call, "\(environment.rawValue) is not configured")
        }
        let pause = RetryPause(bounds: configuration.pauses)
        var failures = 0
        while true {
            do throws(StoreServerError) {
                return try await site.attempt(request)
            } catch {
                failures += 1
                guard failures < configuration.attemptLimit, mayRepeat(error) else { throw error }
                // After a 429 the limit itself makes the next attempt wait.
                if case .rateLimited = error.kind { continue }
                let wait = pause.after(failures: failures, random: clock.random())
                do { try await clock.sleep(wait) } catch { throw .cancelled(request.call) }
            }
        }
    }

    /// Whether another attempt is allowed, and may come within the caller's patience.
    private func mayRepeat(_ error: StoreServerError) -> Bool {
        switch error.kind {
        case .rateLimited(let until):
            clock.now().duration(until: until) <= configuration.patience
        case .unavailable: error.call.isRepeatable
        default: false
        }
    }
}
