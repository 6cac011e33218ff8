package import StoreSigner

/// One transaction, as it now is.
package struct StorePurchase: Sendable, Equatable {
    /// Its fields; the signed date is that of the last change.
    package internal(set) var facts: TransactionTemplate
    package let buyer: String
    /// Of a family member's: the purchaser's transaction.
    package let sharedFrom: String?
    /// When it last changed: the order of the history.
    package internal(set) var modified: Int64
    /// The place of its subscription.
    let subscription: Int?

    package var isRevoked: Bool { facts.revocationDate != nil }
}
