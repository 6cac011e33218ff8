import Coordination
import FoundationEssentials
import InterlockAPI
import Service
import Storage

/// Shows all that is known of one account.
enum AccountCommands {
    static let all = [show]

    static let show = Command(
        name: "account show",
        summary: "Show one account: group, devices, intents, purchases, what its devices see.",
        discussion: """
            ACCOUNT is the app's own id of it, exactly; `search` finds one by an intent, a transaction or a \
            token. Shows the newest fifty of each. What its devices see is what they would be answered now: \
            which purchase buttons are on, who is in the way of the others, and what the account may use.
            """,
        operands: ["ACCOUNT"], options: Option.database + [.app],
        examples: [("interlock account show alice --app notes", "why can't she buy?")],
        run: { try await show($0) })

    private static func show(_ invocation: Invocation) async throws {
        let app = try invocation.required("--app")
        let id = invocation.operands[0]
        do { try Bounds.checkAccount(id, field: "ACCOUNT") } catch {
            throw invocation.fault(error.description)
        }
        try await DatabaseAccess.with(invocation) { storage in
            guard let record = try await storage.apps.list().first(where: { $0.id == app }) else {
                throw AppCommands.missing(app)
            }
            let catalog = try await CatalogCommands.read(app, storage).compiled
            let evaluator = StateEvaluator(catalog: catalog, epoch: try await storage.apps.epoch())
            let report = try await AccountReport.read(
                AccountName(appID: app, accountID: id), in: record.environments, storage
            ) { _ in evaluator }
            guard let report else {
                throw CommandFailure.refused("app \(app) has no account \(id)")
            }
            if invocation.wantsJSON {
                return try Output.json(AccountReportEnvelope(account: report))
            }
            AccountPrint.print(report)
        }
    }
}
