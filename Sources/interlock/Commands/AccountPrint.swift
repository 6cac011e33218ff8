import InterlockAPI

/// Writes an account for a person at a terminal.
enum AccountPrint {
    static func print(_ account: AccountReport) {
        Output.facts([
            ("account", account.id), ("group", account.scope.groupID ?? "none"),
            ("app account token", account.appAccountToken.wireText),
            ("first seen", "\(account.createdAt)"),
        ])
        for state in account.states {
            print(state, account.holds.filter { $0.environment == state.environment })
        }
        section(
            "Intents", ["INTENT", "STATUS", "PRODUCT", "DEVICE", "ENVIRONMENT", "SINCE"],
            account.intents.map {
                [
                    $0.id.wireText, $0.status, $0.productID, $0.deviceID, $0.environment,
                    "\($0.createdAt)",
                ]
            })
        section(
            "Transactions",
            ["TRANSACTION", "LINE", "PRODUCT", "ENVIRONMENT", "PURCHASED", "EXPIRES", "REVOKED"],
            account.transactions.map {
                [
                    $0.transactionID, $0.originalTransactionID, $0.productID, $0.environment,
                    "\($0.purchasedAt)", "\($0.expiresAt, default: "")",
                    "\($0.revokedAt, default: "")",
                ]
            })
        section(
            "Devices", ["DEVICE", "FIRST SEEN", "LAST SEEN"],
            account.devices.map { [$0.id, "\($0.firstSeenAt)", "\($0.lastSeenAt)"] })
        if account.scope.groupID != nil {
            section(
                "Group", ["ACCOUNT", "ROLE", "SINCE"],
                account.members.map { [$0.accountID, $0.role ?? "", "\($0.joinedAt)"] })
        }
    }

    private static func print(_ state: StateDocument, _ holds: [AccountHold]) {
        func whose(_ isSame: Bool) -> String { isSame ? "this account" : "another member" }
        section(
            "What its devices see (\(state.environment.rawValue))",
            ["PRODUCT", "BUTTON", "BY", "UNTIL", "RISKS"],
            state.products.map { product in
                let by =
                    product.holder.map { held($0, holds, product.productID) }
                    ?? product.owned.map { "\(whose($0.sameAccount)), owns \($0.productID)" }
                let until = product.holder.map(\.expiresAt) ?? product.owned?.expiresAt
                return [
                    product.productID, product.status.rawValue, by ?? "", "\(until, default: "")",
                    product.risks.map(\.rawValue).joined(separator: ", "),
                ]
            })
        if !holds.isEmpty {
            section(
                "In the way right now (\(state.environment.rawValue))",
                ["INTENT", "STATUS", "PRODUCT", "ACCOUNT", "DEVICE", "SINCE", "UNTIL", "CLOSES"],
                holds.map {
                    [
                        $0.intentID.wireText, $0.status.rawValue, $0.productID, $0.accountID,
                        $0.deviceID, "\($0.since)", "\($0.until, default: "")",
                        $0.closes.joined(separator: ", "),
                    ]
                })
        }
        section(
            "What it may use (\(state.environment.rawValue))",
            ["PRODUCT", "STATE", "UNTIL", "RENEWS", "WHOSE"],
            state.entitlements.map {
                [
                    $0.productID, $0.state.rawValue, "\($0.expiresAt, default: "")",
                    $0.willRenew ? "yes" : "", whose($0.sameAccount),
                ]
            })
    }

    /// Whose lock it is: another member by its account, which no device is told.
    private static func held(
        _ holder: Holder, _ holds: [AccountHold], _ product: String
    ) -> String {
        let hold = holds.first { $0.closes.contains(product) }
        let whose = holder.sameAccount ? "this account" : hold?.accountID ?? "another member"
        return "\(whose), \(holder.status.rawValue)"
    }

    private static func section(_ title: String, _ head: [String], _ rows: [[String]]) {
        Output.line("")
        guard !rows.isEmpty else { return Output.line("\(title): none") }
        Output.line("\(title):")
        Output.table(head, rows)
    }
}
