import Authentication
import HTTPServer
import InterlockAPI
import Storage

/// Answers what an administrator sees of one account.
enum AccountReportRoute {
    /// Gives it with what its devices see now; 404 for an account never seen, or forgotten.
    static func get(_ exchange: RouteHandler.Exchange) async throws -> HTTPAnswer {
        let holder = try exchange.administrator()
        let id = exchange.request.parameter("id") ?? ""
        try Bounds.checkAccount(id, field: "id")
        let context = exchange.context
        let name = AccountName(appID: holder.app.id, accountID: id)
        let report = try await AccountReport.read(
            name, in: Array(holder.app.environments), context.storage
        ) { try await context.renderer.evaluator(of: name.appID, for: $0) }
        guard let report else { throw Refusal(.notFound) }
        return .response(try .json(200, AccountReportEnvelope(account: report)))
    }
}
