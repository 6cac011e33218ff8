/// Names what is audited; the words are those of the functions that append them.
package enum AuditAct: String, Sendable, CaseIterable {
    case forgetAccount = "account.forget"
    case mergeAccount = "account.merge"
    case resolveIncident = "incident.resolve"
    case releaseIntent = "intent.release"
    case transferTransaction = "transaction.transfer"
}
