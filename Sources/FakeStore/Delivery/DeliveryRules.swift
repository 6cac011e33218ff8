/// Holds how notifications are sent.
package struct DeliveryRules: Sendable, Equatable {
    /// How long after a failed attempt each next one follows, in milliseconds; then it is given up.
    package var retries: [Int64]
    /// One notification in so many is sent twice; 0: none.
    package var duplicateOneIn = 0
    /// One in so many is held back, so that later ones overtake it; 0: none.
    package var reorderOneIn = 0
    /// How long one is held back at most, in milliseconds.
    package var holdBack: Int64 = 2_000
    /// While true nothing is sent, and what comes waits.
    package var isPaused = false
    /// How many notifications are remembered; the oldest are forgotten first, sent or not.
    package var memory = 10_000
    /// How long the receiver may take to answer.
    package var timeout = Duration.seconds(30)

    /// The store's schedule, each wait divided by `speed`.
    ///
    /// - Parameter count: how many attempts follow the first; nil: as in the environment — five in
    ///   Production, none in the sandbox, which sends once.
    package init(environment: String, speed: Int64 = 1, count: Int? = nil) {
        let hours: [Int64] = [1, 12, 24, 48, 72]
        let wanted = count ?? (environment == "Production" ? hours.count : 0)
        let waits = (0..<max(0, wanted)).map { hours[min($0, hours.count - 1)] }
        retries = waits.map { max(1, $0 * StoreRules.hour / max(1, speed)) }
    }
}
