import Coordination
import FoundationEssentials
import InterlockAPI
import Service
import Storage

/// The document of `locks show --json`.
struct LockShown: Encodable {
    struct Step: Encodable {
        let at: Timestamp
        let from: String?
        let to: String
        let actor: Actor
        let reason: String?
        let delay_until: Timestamp?
    }

    struct Actor: Encodable {
        let kind: String
        let device_id: String?
        let label: String?
        let source: String?
    }

    /// Products whose buttons are alike to a member (null: the intent's own account), for the same reason.
    struct Seen: Encodable {
        let account_id: String?
        let products: [String]
        let status: ProductStatus
        let holder: Holder?
        let holder_account_id: String?
        let holder_intent_id: String?
        let owned: OwnedProduct?
    }

    let intent: Intent
    let etag: String
    let stuck: Bool
    let scope: StateDocument.Scope
    let claims: [String]
    let open_beside: Int64
    let reported_at: Timestamp?
    let risk_until: Timestamp?
    let error: String?
    let history: [Step]
    let transaction: AccountPurchase?
    let elsewhere: [Seen]

    init(_ found: ConsoleIntent, _ seen: DevicesElsewhere?) {
        intent = found.intent
        etag = Lock.etag(of: found.intent)
        stuck = found.isStuck
        scope = .init(
            kind: found.groupID == nil ? .account : .group, groupID: found.groupID)
        claims = found.claims
        open_beside = found.beside
        reported_at = found.reportedAt
        risk_until = found.riskUntil
        error = found.error
        history = found.history.map {
            Step(
                at: $0.at, from: $0.from, to: $0.to,
                actor: Actor(
                    kind: $0.actor.kind, device_id: $0.actor.deviceID, label: $0.actor.label,
                    source: $0.actor.source), reason: $0.reason,
                delay_until: $0.actor.delay?.end)
        }
        transaction = found.transaction.map(AccountPurchase.init)
        elsewhere = (seen?.rows ?? []).map {
            Seen(
                account_id: $0.member, products: $0.products, status: $0.state.status,
                holder: $0.state.holder, holder_account_id: $0.holder?.accountID,
                holder_intent_id: $0.holder?.intentID.wireText, owned: $0.state.owned)
        }
    }
}
