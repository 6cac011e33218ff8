import Authentication
import InterlockAPI

/// Says what each route asks of whoever calls it, once for the API and the console. Which role has which
/// right says ``KeyRole/permissions``, and nothing else does.
///
/// A test walks the router with every role: a route that has no line here fails it, and answers nobody.
enum AccessTable {
    enum Access: Sendable, Hashable {
        /// Whoever comes, or by a proof of the route's own: a store's signature, a sign-in.
        case everybody
        /// An account's own client token, or a key that acts for one.
        case account
        /// A key with this right: 401 without one, 403 without the right.
        case key(KeyPermission)
        /// A session of the console whose key has this right: without one to the sign-in, 403 without the
        /// right.
        case session(KeyPermission)
    }

    /// By the name that the router knows a route by.
    static func access(of name: String) -> Access? {
        Route(rawValue: name).map(access) ?? others[name]
    }

    private static let others: [String: Access] = [
        "getCatalog": .key(.manageCatalog), "putCatalog": .key(.manageCatalog),
        "consoleHome": .everybody, "consoleStyle": .everybody, "consoleScript": .everybody,
        "consoleSignIn": .everybody,
        "consoleZone": .session(.readAdministration),
        // These two take a form of a session that has ended meanwhile too: they show nothing and open nothing.
        "consoleSignOut": .session(.readAdministration),
        "consoleApp": .session(.readAdministration),
        "consoleOverview": .session(.readAdministration),
        "consoleLocks": .session(.readAdministration),
        "consoleSearch": .session(.readAdministration),
        "consoleAccount": .session(.readAdministration),
        "consoleIntent": .session(.readAdministration),
        "consoleRelease": .session(.administrate),
        "consoleReleaseMany": .session(.administrate),
        "consoleIncidents": .session(.readAdministration),
        "consoleResolve": .session(.administrate),
        "consoleAudit": .session(.readAdministration),
        "consoleCatalog": .session(.manageCatalog),
        "consoleCatalogEdit": .session(.manageCatalog),
        "consoleCatalogCheck": .session(.manageCatalog),
        "consoleCatalogApply": .session(.manageCatalog),
        "consoleKeys": .session(.manageKeys), "consoleKeyCreate": .session(.manageKeys),
        "consoleKeyRevoke": .session(.manageKeys),
    ]

    private static func access(of route: Route) -> Access {
        switch route {
        case .createIntent, .listIntents, .getIntent, .renewIntent, .reportIntent, .releaseIntent,
            .uploadTransactions, .getState, .getEntitlements, .listDevices, .forgetDevice,
            .createGroup, .getGroup, .dissolveGroup, .createInvitation, .revokeInvitation,
            .acceptInvitation, .declineInvitation, .putMember, .removeMember:
            .account
        case .createClientToken: .key(.mintClientTokens)
        case .updateAccount, .forgetAccount, .mergeAccount: .key(.manageAccounts)
        case .adminListLocks, .adminGetIntent, .adminListIncidents, .adminListTransactions,
            .adminGetAccount, .adminListAudit:
            .key(.readAdministration)
        case .adminReleaseIntent, .adminReleaseLocks, .adminResolveIncident,
            .adminTransferTransaction:
            .key(.administrate)
        case .appStoreNotification, .livez, .readyz, .metrics, .openAPI: .everybody
        }
    }
}
