// Storage: the one place that calls the functions of sql/. Migrations, and a store for each noun, whose
// methods are one SQL function each. It imports the platform's PostgresClient and EventLoop and the
// domain's types; it decides nothing: outcomes are the database's.

/// Holds the stores of one database.
package struct Storage: Sendable {
    package let database: Database
    package let intents: IntentStore
    package let scopes: ScopeStore
    package let accounts: AccountStore
    package let ledger: LedgerStore
    package let apps: AppDirectory
    package let keys: KeyStore
    package let devices: DeviceStore
    package let groups: GroupStore
    package let invitations: InvitationStore
    package let incidents: IncidentStore
    package let audit: AuditStore
    package let storeAccounts: StoreAccountStore
    package let checks: CheckStore
    package let catalogs: CatalogStore
    package let console: ConsoleStore
    package let consoleSessions: ConsoleSessionStore
    package let samples: SampleStore

    package init(_ database: Database) {
        self.database = database
        accounts = AccountStore(database)
        intents = IntentStore(database, accounts)
        scopes = ScopeStore(database, accounts)
        ledger = LedgerStore(database, accounts)
        apps = AppDirectory(database)
        keys = KeyStore(database)
        devices = DeviceStore(database, accounts)
        groups = GroupStore(database, accounts)
        invitations = InvitationStore(database, groups)
        incidents = IncidentStore(database)
        audit = AuditStore(database)
        storeAccounts = StoreAccountStore(database, accounts)
        checks = CheckStore(database)
        catalogs = CatalogStore(database)
        console = ConsoleStore(database)
        consoleSessions = ConsoleSessionStore(database)
        samples = SampleStore(database)
    }
}
