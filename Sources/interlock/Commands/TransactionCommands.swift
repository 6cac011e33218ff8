import InterlockAPI
import Storage

/// Shows store transactions and gives them to another account.
enum TransactionCommands {
    static let all = [list, transfer]

    /// More than a person reads.
    private static let listLimit: Int32 = 1_000

    private static let selectors = [
        Option("--account", "ID", "Those of an account."),
        Option("--transaction-id", "ID", "Those with the store's id of one transaction."),
        Option("--original-transaction-id", "ID", "Those of one line, with all its renewals."),
    ]

    static let list = Command(
        name: "transactions list", summary: "List store transactions, the newest first.",
        discussion: """
            Give one of --account, --transaction-id and --original-transaction-id. What is nobody's yet has \
            no account. Shows \(listLimit) at most.
            """,
        options: Option.database + [.app] + selectors
            + [Option("--environment", "WORD", "Only Production or Sandbox.")],
        examples: [
            ("interlock transactions list --app notes --account alice", "what has she bought?"),
            (
                "interlock transactions list --app notes --transaction-id 2000000123456789",
                "whose is it?"
            ),
        ],
        run: { try await list($0) })

    static let transfer = Command(
        name: "transactions transfer",
        summary: "Give a purchase with all its renewals to another account.",
        discussion: """
            LINE is the original transaction id that `transactions list` shows. The former owner loses what \
            it grants; the devices of both accounts see it at once. Repeating it changes nothing.
            """,
        operands: ["LINE"],
        options: Option.database + [
            .app, Option("--to", "ID", "The account that gets it.", required: true),
            Option(
                "--environment", "WORD",
                "Production or Sandbox; needed where the app has both."),
            Option("--reason", "TEXT", "Why; it is kept.", required: true),
            Confirmation.option,
        ],
        examples: [
            (
                """
                interlock transactions transfer 2000000123456789 --app notes --to bob \
                --reason 'ticket 4'
                """, "the reason is kept in the audit"
            )
        ],
        run: { try await transfer($0) })

    private static func list(_ invocation: Invocation) async throws {
        let app = try invocation.required("--app")
        guard selectors.count(where: { invocation.has($0.name) }) == 1 else {
            let names = selectors.map(\.name).joined(separator: ", ")
            throw invocation.fault("give one of \(names)")
        }
        var filter = LedgerStore.TransactionFilter()
        filter.account = try invocation.searched("--account").map {
            AccountName(appID: app, accountID: $0)
        }
        filter.transactionID = try invocation.searched("--transaction-id")
        filter.originalTransactionID = try invocation.searched("--original-transaction-id")
        filter.environment = try invocation.words("--environment", as: StoreEnvironment.self).last
        try await DatabaseAccess.with(invocation) { [filter] storage in
            try await AppCommands.require(app, storage)
            let rows = try await storage.ledger.transactions(
                appID: app, filter, before: nil, limit: listLimit)
            if rows.count == Int(listLimit) {
                Output.error("interlock: the first \(listLimit) alone")
            }
            try show(rows, invocation)
        }
    }

    private static func show(_ rows: [LedgerTransaction], _ invocation: Invocation) throws {
        if invocation.wantsJSON {
            return try Output.json(LedgerTransactionList(transactions: rows))
        }
        Output.table(
            [
                "TRANSACTION", "LINE", "ENVIRONMENT", "PRODUCT", "ACCOUNT", "PURCHASED", "EXPIRES",
                "REVOKED", "FROM",
            ],
            rows.map { row in
                [
                    row.transactionID, row.originalTransactionID, row.environment.rawValue,
                    row.productID, row.accountID ?? "", "\(row.purchasedAt)",
                    "\(row.expiresAt, default: "")", "\(row.revokedAt, default: "")",
                    row.firstSource,
                ]
            })
    }

    private static func transfer(_ invocation: Invocation) async throws {
        let app = try invocation.required("--app")
        let line = invocation.operands[0]
        let account = try invocation.required("--to")
        let reason = try invocation.required("--reason")
        do {
            try Bounds.checkAccount(account, field: "--to")
            try Bounds.checkNote(reason, field: "--reason")
        } catch { throw invocation.fault(error.description) }
        let named = try invocation.words("--environment", as: StoreEnvironment.self).last
        try Confirmation.require(
            "Give the purchase \(line) with all its renewals to \(account)?", invocation,
            isExact: true)
        try await DatabaseAccess.with(invocation) { storage in
            guard let record = try await storage.apps.list().first(where: { $0.id == app }) else {
                throw AppCommands.missing(app)
            }
            guard let environment = named ?? record.environments.first,
                named != nil || record.environments.count == 1
            else {
                throw invocation.fault("the app has two environments: name one with --environment")
            }
            let transfer = try await storage.ledger.transfer(
                line, to: AccountName(appID: app, accountID: account), environment,
                reason: reason,
                actor: .user)
            guard transfer.outcome != .notFound else {
                throw CommandFailure.refused(
                    "app \(app) has no transactions of line \(line) in \(environment.rawValue)")
            }
            for scope in transfer.scopes { await DatabaseAccess.announce(.scope(scope), storage) }
            var filter = LedgerStore.TransactionFilter()
            filter.originalTransactionID = line
            filter.environment = environment
            let rows = try await storage.ledger.transactions(
                appID: app, filter, before: nil, limit: listLimit)
            if invocation.wantsJSON { return try show(rows, invocation) }
            Output.line(
                transfer.outcome == .transferred
                    ? "\(line) is \(account)'s now" : "\(line) was \(account)'s already")
        }
    }
}
