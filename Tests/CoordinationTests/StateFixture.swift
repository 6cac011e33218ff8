import Coordination
import FoundationEssentials
import InterlockAPI

/// Builds scopes for the tests of the evaluator; the clock stands at second 1,000 unless a test moves it.
struct StateFixture {
    var evaluator: StateEvaluator
    var snapshot = ScopeSnapshot(scopeID: id(99), version: 5, now: time(1_000), kind: .account)
    var account = "alice"
    var device = "phone"

    init(_ audience: Audience, more: String = "", group: Bool = false) throws {
        let plans = try premium(audience, more: more).compile()
        evaluator = StateEvaluator(
            catalog: CompiledCatalog(revision: 3, plans: plans), epoch: "e1")
        if group {
            snapshot.kind = .group
            snapshot.groupID = "family"
        }
    }

    var document: StateDocument {
        evaluator.state(
            of: snapshot, account: account, device: device, environment: .sandbox)
    }

    func product(_ productID: String) -> ProductState? {
        document.products.first { $0.productID == productID }
    }

    /// The statuses of all products, in the catalog's order.
    var statuses: [ProductStatus] { document.products.map(\.status) }

    static func intent(
        _ number: UInt8, _ productID: String = "monthly", account: String = "alice",
        device: String = "phone", sets: [String] = ["premium"], status: IntentStatus = .reserved,
        hasClaim: Bool = true, createdAt: Int64 = 900, expiresAt: Int64? = 1_100,
        riskUntil: Int64? = nil
    ) -> IntentRow {
        IntentRow(
            intentID: id(number), accountID: account, deviceID: device, productID: productID,
            sets: sets, status: status, hasClaim: hasClaim, createdAt: time(createdAt),
            updatedAt: time(createdAt), expiresAt: expiresAt.map(time),
            riskUntil: riskUntil.map(time), requestID: "request-\(number)", fence: 1,
            appAccountToken: id(200))
    }

    static func owned(
        _ productID: String, _ kind: ProductKind = .autoRenewable, account: String = "alice",
        group: String? = nil, type: OwnershipRow.Origin = .purchased, startsAt: Int64 = 0,
        expiresAt: Int64? = nil, grace: Int64? = nil, retry: Int64? = nil, revoked: Int64? = nil,
        transaction: String = "t1"
    ) -> OwnershipRow {
        OwnershipRow(
            accountID: account, productID: productID, kind: kind, subscriptionGroup: group,
            ownershipType: type, startsAt: time(startsAt), expiresAt: expiresAt.map(time),
            graceUntil: grace.map(time), retryUntil: retry.map(time),
            revokedAt: revoked.map(time), willRenew: true, transactionID: transaction,
            originalTransactionID: "o\(transaction)")
    }
}
