import FoundationEssentials
import InterlockAPI
import Storage

/// Finds what a ticket names.
enum SearchCommand {
    static let search = Command(
        name: "search",
        summary: "Find an account, an intent, a group, a transaction or an app account token.",
        discussion: """
            TEXT is what a ticket says: an account's id, an intent's id, a group's id, which finds its \
            members, the organizer first, the store's id of a transaction or of its line, or an app account \
            token, which leads to its account. It has to be the whole of it; blanks around it are dropped.
            """,
        operands: ["TEXT"], options: Option.database + [.app],
        examples: [
            ("interlock search 2000000123456789 --app notes", "whose purchase is it?"),
            ("interlock search alice --app notes", "then: interlock account show alice"),
        ],
        run: { try await search($0) })

    private struct Found: Encodable {
        struct Hit: Encodable {
            let kind: String
            let account_id: String?
            let intent_id: String?
            let transaction_id: String?
            let product_id: String?
            let environment: String?
            let at: Timestamp
        }

        let hits: [Hit]
    }

    private static func search(_ invocation: Invocation) async throws {
        let app = try invocation.required("--app")
        let text = invocation.operands[0]
        guard text.utf8.count <= 255 else { throw invocation.fault("TEXT is too long") }
        try await DatabaseAccess.with(invocation) { storage in
            try await AppCommands.require(app, storage)
            let hits = try await storage.console.search(appID: app, text)
            if invocation.wantsJSON {
                return try Output.json(
                    Found(
                        hits: hits.map {
                            Found.Hit(
                                kind: $0.kind, account_id: $0.accountID,
                                intent_id: $0.intentID?.wireText, transaction_id: $0.transactionID,
                                product_id: $0.productID, environment: $0.environment, at: $0.at)
                        }))
            }
            guard !hits.isEmpty else { return Output.line("nothing found") }
            Output.table(
                ["WHAT", "ACCOUNT", "ID", "PRODUCT", "ENVIRONMENT", "SINCE"],
                hits.map { hit in
                    [
                        hit.kind, hit.accountID ?? "nobody's yet",
                        hit.intentID?.wireText ?? hit.transactionID ?? "", hit.productID ?? "",
                        hit.environment ?? "", "\(hit.at)",
                    ]
                })
        }
    }
}
