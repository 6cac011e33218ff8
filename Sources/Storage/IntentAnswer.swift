package import FoundationEssentials
package import InterlockAPI
import PostgresClient

/// Carries what a function of intents answered.
package struct IntentAnswer: Sendable {
    package let outcome: IntentOutcome
    package let scopeID: UUID
    /// The scope's version after the call.
    package let version: Int64
    package let at: Timestamp
    /// The caller's intent; for `locked` and `lockLost` the one that stands in its way.
    package let intent: Intent?
    package let ownedProductID: String?
    package let ownedUntil: Timestamp?
    package let ownedBy: String?
    /// What a person should see, as JSON for `incidents_note`.
    let incidents: [UInt8]

    /// The intent in the way, as a device of `account` may see it.
    package func holder(for account: AccountName, device: String) -> Holder? {
        guard let intent else { return nil }
        let isOwn = intent.accountID == account.accountID
        return Holder(
            status: intent.status, sameAccount: isOwn,
            sameDevice: isOwn && intent.deviceID == device, productID: intent.productID,
            since: intent.createdAt, expiresAt: intent.expiresAt ?? at,
            expiresInMs: intent.expiresInMs ?? 0, intentID: isOwn ? intent.id : nil)
    }

    /// What is owned and refuses the purchase.
    package func owned(for account: AccountName) -> OwnedProduct? {
        ownedProductID.map {
            OwnedProduct(
                productID: $0, expiresAt: ownedUntil, sameAccount: ownedBy == account.accountID)
        }
    }

    init(_ row: PostgresRow, scopeID: UUID) throws {
        guard let outcome = IntentOutcome(rawValue: try row.text("outcome")) else {
            throw StorageError.defect("unknown outcome")
        }
        self.outcome = outcome
        self.scopeID = scopeID
        version = try row.optionalInt8("version") ?? 0
        at = Timestamp(microseconds: try row.optionalTimestamp("at") ?? 0)
        ownedProductID = try row.optionalText("owned_product_id")
        ownedUntil = try row.optionalTimestamp("owned_expires_at")
            .map(Timestamp.init(microseconds:))
        ownedBy = try row.optionalText("owned_account_id")
        incidents = try row.optionalJSON("incidents") ?? []
        intent = try Self.intent(row, at: at)
    }

    private static func intent(_ row: PostgresRow, at: Timestamp) throws -> Intent? {
        guard let id = try row.optionalUUID("intent_id") else { return nil }
        guard let status = IntentStatus(rawValue: try row.text("status")),
            let environment = StoreEnvironment(rawValue: try row.text("environment"))
        else { throw StorageError.defect("unknown status or environment") }
        let end = Timestamp(microseconds: try row.timestamp("expires_at"))
        // A released one has a deadline while its delay lasts.
        let expiresAt = status.isOpen || (status == .released && end > at) ? end : nil
        return Intent(
            id: id, requestID: try row.text("request_id"), status: status,
            productID: try row.text("product_id"), environment: environment,
            exclusionSets: try row.textArray("exclusion_sets"),
            accountID: try row.text("account_id"), deviceID: try row.text("device_id"),
            appAccountToken: try row.uuid("app_account_token"), fence: try row.int8("fence"),
            createdAt: Timestamp(microseconds: try row.timestamp("created_at")),
            updatedAt: Timestamp(microseconds: try row.timestamp("updated_at")),
            expiresAt: expiresAt,
            expiresInMs: expiresAt.map { max(0, $0.milliseconds(since: at)) },
            pendingReason: try row.optionalText("pending_reason")
                .flatMap(PendingReason.init(rawValue:)),
            transactionID: try row.optionalText("transaction_id"),
            settledLate: try row.bool("settled_late"),
            risks: try row.textArray("risks").map(Risk.init(rawValue:)))
    }
}
