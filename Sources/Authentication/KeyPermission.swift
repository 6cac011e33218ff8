package import InterlockAPI

/// Names what an access key may be asked to do.
package enum KeyPermission: Sendable, Hashable, CaseIterable {
    /// Reserves, reports and reads as an account, by the headers `Interlock-Account` and
    /// `Interlock-Device`.
    case actForAccount
    /// Sets an account's own token, or forgets the account.
    case manageAccounts
    /// Mints client tokens.
    case mintClientTokens
    /// Reads locks, intents, incidents, transactions, accounts and the audit.
    case readAdministration
    /// Releases, resolves and transfers, with a reason.
    case administrate
    /// Reads and replaces the catalog.
    case manageCatalog
    /// Lists, makes and revokes keys.
    case manageKeys
}

extension KeyRole {
    /// The one table of what each role may do.
    package var permissions: Set<KeyPermission> {
        switch self {
        case .service: [.actForAccount, .manageAccounts, .mintClientTokens]
        case .viewer: [.readAdministration]
        case .operator: [.readAdministration, .administrate]
        case .admin: [.readAdministration, .administrate, .manageCatalog, .manageKeys]
        }
    }

    package func may(_ permission: KeyPermission) -> Bool { permissions.contains(permission) }
}
