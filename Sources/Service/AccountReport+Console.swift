package import Coordination
package import InterlockAPI
package import Storage

// The facts of the console's account page, for the API and the command line.
extension AccountReport {
    /// Puts together what one read gives and what the account's devices see.
    package init(_ account: ConsoleAccount, views: [AccountView]) {
        self.init(
            id: account.accountID, appAccountToken: account.appAccountToken,
            createdAt: account.createdAt,
            scope: .init(
                kind: account.groupID == nil ? .account : .group, groupID: account.groupID),
            members: account.members.map {
                Member(accountID: $0.accountID, role: $0.role, joinedAt: $0.joinedAt)
            },
            devices: account.devices.map {
                AccountDevice(
                    id: $0.deviceID, firstSeenAt: $0.firstSeenAt, lastSeenAt: $0.lastSeenAt)
            },
            intents: account.intents.map {
                AccountAttempt(
                    id: $0.intentID, productID: $0.productID, environment: $0.environment,
                    deviceID: $0.deviceID, status: $0.status, transactionID: $0.transactionID,
                    createdAt: $0.createdAt)
            },
            transactions: account.transactions.map(AccountPurchase.init),
            states: views.map(\.state),
            holds: views.flatMap { view in
                view.mainHolds.map { AccountHold($0, in: view.state.environment) }
            })
    }

    /// Reads an account and what a device of it sees in each environment; nil for one never seen. `evaluator`
    /// gives the catalog and the epoch for what was read.
    package static func read(
        _ name: AccountName, in environments: [StoreEnvironment], _ storage: Storage,
        evaluator: (ScopeStore.Reading) async throws -> StateEvaluator?
    ) async throws -> AccountReport? {
        guard let account = try await storage.console.account(name) else { return nil }
        var views: [AccountView] = []
        for environment in environments.sorted(by: { $0.rawValue < $1.rawValue }) {
            guard let reading = try await storage.scopes.read(account.scopeID, environment),
                let evaluator = try await evaluator(reading)
            else { continue }
            views.append(
                evaluator.view(
                    of: reading.snapshot, account: name.accountID, environment: environment))
        }
        return AccountReport(account, views: views)
    }
}

extension AccountHold {
    /// The same intent, for the API and the command line.
    fileprivate init(_ hold: AccountView.Hold, in environment: StoreEnvironment) {
        let row = hold.row
        self.init(
            intentID: row.intentID, accountID: row.accountID, deviceID: row.deviceID,
            productID: row.productID, environment: environment, status: row.status,
            since: row.createdAt, until: row.heldUntil, closes: hold.products)
    }
}

extension AccountPurchase {
    /// The same transaction, for the API and the command line.
    package init(_ transaction: ConsoleTransaction) {
        self.init(
            transactionID: transaction.transactionID,
            originalTransactionID: transaction.originalTransactionID,
            productID: transaction.productID, environment: transaction.environment,
            ownershipType: transaction.ownershipType, purchasedAt: transaction.purchasedAt,
            expiresAt: transaction.expiresAt, revokedAt: transaction.revokedAt,
            firstSource: transaction.firstSource)
    }
}
