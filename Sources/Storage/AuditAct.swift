/// Names what is audited; the words are those of the functions that append them.
package enum AuditAct: String, Sendable, CaseIterable {
    case forgetAccount = "account.forget"
    case mergeAccount = "account.merge"
    case createApp = "app.create"
    case setStoreAccess = "app.store_access"
    case updateApp = "app.update"
    case applyCatalog = "catalog.apply"
    case resolveIncident = "incident.resolve"
    case releaseIntent = "intent.release"
    case createKey = "key.create"
    case revokeKey = "key.revoke"
    case transferTransaction = "transaction.transfer"
}
