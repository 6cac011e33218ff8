/// Holds the newest transaction and renewal info of each subscription of a customer, as the store
/// signed them.
package struct SubscriptionStatuses: Sendable, Equatable {
    /// What the store says of a subscription; a value that isn't known here is kept.
    package struct Status: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        package let rawValue: Int64
        package init(rawValue: Int64) { self.rawValue = rawValue }
        package var description: String { "\(rawValue)" }

        package static let active = Status(rawValue: 1)
        package static let expired = Status(rawValue: 2)
        /// Not paid; entitles to nothing.
        package static let billingRetry = Status(rawValue: 3)
        /// Not paid, and entitles until the grace period's end.
        package static let gracePeriod = Status(rawValue: 4)
        package static let revoked = Status(rawValue: 5)
    }

    /// One subscription. Everything but the signed texts is unsigned: good for a choice of what to
    /// look at first, not for entitlement.
    package struct Subscription: Sendable, Equatable {
        package let group: String?
        package let originalTransactionID: String?
        package let status: Status?
        package let signedTransaction: String?
        package let signedRenewalInfo: String?
    }

    package let envelope: AnswerEnvelope
    /// In the store's order, which is by group.
    package let subscriptions: [Subscription]

    init(_ fields: AnswerFields) throws(StoreServerError) {
        envelope = try AnswerEnvelope(fields)
        var subscriptions: [Subscription] = []
        for group in try fields.objects("data") {
            let name = try group.text("subscriptionGroupIdentifier")
            for item in try group.objects("lastTransactions") {
                subscriptions.append(try Subscription(item, group: name))
            }
        }
        self.subscriptions = subscriptions
    }
}

extension SubscriptionStatuses.Subscription {
    init(_ fields: AnswerFields, group: String?) throws(StoreServerError) {
        self.group = group
        originalTransactionID = try fields.text("originalTransactionId")
        status = try fields.integer("status").map(SubscriptionStatuses.Status.init(rawValue:))
        signedTransaction = try fields.text("signedTransactionInfo")
        signedRenewalInfo = try fields.text("signedRenewalInfo")
    }
}
