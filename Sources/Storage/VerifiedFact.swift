package import AppStore
import Cryptography
import FoundationEssentials
package import InterlockAPI

/// What the store said of one purchase, verified: a transaction, its renewal info, or both.
package struct VerifiedFact: Sendable {
    package let originalTransactionID: String
    package let environment: StoreEnvironment
    package let transaction: StoreTransaction?
    package let renewal: RenewalInfo?
    /// What the store said beside it of a subscription: 1 active, 2 expired, 3 billing retry, 4 grace
    /// period, 5 revoked.
    package let status: Int64?

    /// Nil when it names no purchase, or lacks what a ledger entry needs.
    package init?(transaction: StoreTransaction?, renewal: RenewalInfo?, status: Int64? = nil) {
        let original = transaction?.record?.originalTransactionID ?? renewal?.originalTransactionID
        guard let original, let environment = transaction?.environment ?? renewal?.environment,
            transaction == nil || transaction?.record != nil
        else { return nil }
        originalTransactionID = original
        self.environment = environment
        self.transaction = transaction
        self.renewal = renewal
        self.status = status
    }

    /// Names the store's account in this app.
    package var appTransactionID: String? {
        let id = transaction?.appTransactionID ?? renewal?.appTransactionID
        return id.flatMap { (1...128).contains($0.utf8.count) ? $0 : nil }
    }

    /// The transaction as a row of the ledger.
    var transactionJSON: String {
        guard let transaction, let record = transaction.record else { return "{}" }
        var row: [String: JSONValue] = [
            "transaction_id": .string(record.transactionID),
            "product_id": .string(record.productID),
            "kind": .string(record.type.kind),
            "ownership_type": .string(transaction.ownership?.rawValue ?? "PURCHASED"),
            "reason": .string(transaction.reason?.rawValue ?? Self.reason(record)),
            "quantity": .integer(min(max(transaction.quantity ?? 1, 0), Int64(Int32.max))),
            "purchased_at": .string(record.purchaseDate.text),
            "upgraded": .bool(transaction.isUpgraded),
            "signed_at": .string(record.signedDate.text),
        ]
        row["subscription_group"] = transaction.subscriptionGroup.map(JSONValue.string)
        row["expires_at"] = transaction.expiresDate.map { .string($0.text) }
        row["revoked_at"] = transaction.revocationDate.map { .string($0.text) }
        row["revocation_type"] = transaction.revocationType.map { .string($0.rawValue) }
        row["revocation_percent"] = transaction.revocationPercentage.map {
            .integer(min(max($0, 0), Int64(Int32.max)))
        }
        row["app_transaction_id"] = appTransactionID.map(JSONValue.string)
        row["app_account_token"] = transaction.appAccountToken.map { .string($0.uuidString) }
        return JSONValue.object(row).text.dropLast() + ",\"snapshot\":"
            + transaction.rawPayload + "}"
    }

    var renewalJSON: String {
        guard let renewal, let signedDate = renewal.signedDate else { return "{}" }
        var row: [String: JSONValue] = ["signed_at": .string(signedDate.text)]
        row["product_id"] = renewal.productID.map(JSONValue.string)
        row["next_product_id"] = renewal.autoRenewProductID.map(JSONValue.string)
        row["will_renew"] = renewal.autoRenews.map(JSONValue.bool)
        row["in_retry"] = renewal.isInBillingRetry.map(JSONValue.bool)
        row["grace_until"] = (renewal.gracePeriodExpiresDate ?? briefGrace).map { .string($0.text) }
        row["price_increase_status"] = renewal.priceIncreaseStatus.map(JSONValue.integer)
        row["expiration_intent"] = renewal.expirationIntent.map(JSONValue.integer)
        row["renewal_at"] = renewal.renewalDate.map { .string($0.text) }
        return JSONValue.object(row).text
    }

    /// The store has been seen to say "grace period" without its end. It is believed for a day; the
    /// subscription's next check asks for more.
    private var briefGrace: StoreDate? {
        guard status == 4, let signed = renewal?.signedDate else { return nil }
        return StoreDate(milliseconds: signed.milliseconds + 86_400_000)
    }

    /// Without a reason (older payloads), the first transaction of a line is the purchase.
    private static func reason(_ record: StoreTransaction.Record) -> String {
        record.transactionID == record.originalTransactionID || record.type != .autoRenewable
            ? "PURCHASE" : "RENEWAL"
    }
}

extension StoreTransaction.ProductType {
    /// The catalog's word; a type that is not known counts as itself, and is owned for ever.
    var kind: String {
        switch self {
        case .autoRenewable: "auto_renewable"
        case .nonConsumable: "non_consumable"
        case .consumable: "consumable"
        case .nonRenewing: "non_renewing"
        default: "non_consumable"
        }
    }
}

extension StoreDate {
    var text: String { Timestamp(microseconds: microseconds).description }
}
