package import InterlockAPI

/// Names something to ask the store about, as a worker took it.
package struct StoreCheck: Sendable, Hashable {
    /// What sort of question it is.
    package enum Kind: String, Sendable {
        /// All that an account has bought; the subject is the account's key.
        case account
        /// One subscription; the subject is its originalTransactionId.
        case subscription
        /// The notifications since the last success; the subject is empty.
        case notifications
        /// The token of a purchase that came without one; the subject is its originalTransactionId.
        case token
    }

    package let appID: String
    package let environment: StoreEnvironment
    package let kind: Kind
    package let subject: String
    /// How often it has been taken since it last succeeded, this time included.
    package let tries: Int
    /// Where asking stopped, a JSON object that only the worker reads.
    package let place: [UInt8]
    /// Ids by which the store can be asked; for a token, the token.
    package let leads: [String]
}
