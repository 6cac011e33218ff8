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

    /// Nil when it names no purchase, or lacks what a ledger entry needs.
    package init?(transaction: StoreTransaction?, renewal: RenewalInfo?) {
        let original = transaction?.record?.originalTransactionID ?? renewal?.originalTransactionID
        guard let original, let environment = transaction?.environment ?? renewal?.environment,
            transaction == nil || transaction?.record != nil
        else { return nil }
        originalTransactionID = original
        self.environment = environment
        self.transaction = transaction
        self.renewal = renewal
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
        row["grace_until"] = renewal.gracePeriodExpiresDate.map { .string($0.text) }
        row["renewal_at"] = renewal.renewalDate.map { .string($0.text) }
        return JSONValue.object(row).text
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
