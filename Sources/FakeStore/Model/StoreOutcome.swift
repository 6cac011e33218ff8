package import StoreSigner

/// Holds what an act, or the clock, brought about.
package struct StoreOutcome: Sendable, Equatable {
    /// What the device, or whoever acted, was told.
    package enum Result: String, Sendable {
        case purchased
        case pending
        /// A change of plan that happens at the next renewal.
        case scheduled
        /// Delivered again, nothing was bought.
        case alreadyOwned = "already_owned"
        case done
    }

    package var result: Result
    /// What happened, for people.
    package var words: String
    /// What the buyer's devices receive, as of then.
    package var transactions: [TransactionTemplate] = []
    /// What the store sends to the developer's server, as of then, in its order.
    package var notifications: [NotificationTemplate] = []

    init(_ result: Result = .done, _ words: String) {
        self.result = result
        self.words = words
    }
}
