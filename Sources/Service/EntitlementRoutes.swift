import Coordination
import HTTPServer
import InterlockAPI
import Storage

/// Answers what an account may use.
enum EntitlementRoutes {
    /// Gives it now, or for a service key at a time, then from the account's own ledger alone.
    static func entitlements(_ exchange: RouteHandler.Exchange) async throws -> HTTPAnswer {
        let caller = try await exchange.caller()
        let query = try exchange.query()
        let environment = try exchange.environment(of: caller.app, in: query)
        let reading = try await exchange.context.storage.scopes.state(
            of: caller.account, environment: environment)
        var snapshot = reading.snapshot
        var instant: Timestamp?
        if let text = query["at"] {
            guard caller.isService else { throw Refusal(.forbidden, "at needs a service key") }
            guard let time = Timestamp(text) else {
                throw Refusal(.invalidRequest, "at must be an RFC 3339 time", field: "at")
            }
            instant = time
            snapshot.ownership = try await exchange.context.storage.ledger.entitlements(
                of: caller.account, environment: environment, at: time)
        }
        let evaluator = try await exchange.context.renderer.evaluator(
            of: caller.app.id, for: reading)
        guard let evaluator else { throw Refusal(.notFound) }
        return .response(
            try .json(
                200,
                evaluator.entitlements(
                    of: snapshot, account: caller.account.accountID, environment: environment,
                    at: instant)))
    }
}
