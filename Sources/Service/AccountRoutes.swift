import Authentication
import HTTPServer
import InterlockAPI
import Storage

/// Answers what a vendor's backend sets about accounts.
enum AccountRoutes {
    /// Sets an account's own app account token, and gives it what waited for that token.
    static func update(_ exchange: RouteHandler.Exchange) async throws -> HTTPAnswer {
        let holder = try exchange.administrator()
        let id = exchange.request.parameter("id") ?? ""
        try Bounds.checkAccount(id, field: "id")
        let body = try exchange.body(AccountUpdate.self)
        let account = AccountName(appID: holder.app.id, accountID: id)
        let storage = exchange.context.storage
        let set = try await storage.accounts.setToken(account, to: body.appAccountToken)
        guard set.isSet else { throw Refusal(.tokenInUse, field: "app_account_token") }
        _ = try await storage.ledger.claimParked(body.appAccountToken, for: account)
        exchange.context.publish(set.scopeID)
        return .response(
            try .json(
                200,
                AccountEnvelope(account: Account(id: id, appAccountToken: body.appAccountToken))))
    }

    /// Forgets an account; repeating it is harmless.
    static func forget(_ exchange: RouteHandler.Exchange) async throws -> HTTPAnswer {
        let holder = try exchange.administrator()
        let id = exchange.request.parameter("id") ?? ""
        try Bounds.checkAccount(id, field: "id")
        let storage = exchange.context.storage
        let scopes = try await storage.accounts.forget(
            AccountName(appID: holder.app.id, accountID: id), reason: "forgotten",
            actor: holder.actor, groups: storage.groups)
        for scope in scopes { exchange.context.publish(scope) }
        return .response(HTTPResponse(status: 204))
    }

    /// Merges an account into another; repeating it is harmless.
    static func merge(_ exchange: RouteHandler.Exchange) async throws -> HTTPAnswer {
        let holder = try exchange.administrator()
        let id = exchange.request.parameter("id") ?? ""
        try Bounds.checkAccount(id, field: "id")
        let body = try exchange.body(MergeRequest.self)
        guard body.into != id else {
            throw Refusal(.invalidRequest, "must be another account", field: "into")
        }
        let storage = exchange.context.storage
        let into = AccountName(appID: holder.app.id, accountID: body.into)
        let merge = try await storage.accounts.merge(
            AccountName(appID: holder.app.id, accountID: id), into: into, actor: holder.actor,
            groups: storage.groups)
        for scope in merge.scopes { exchange.context.publish(scope) }
        guard merge.outcome != .noAccount else {
            throw Refusal(.notFound, "this account has never been seen", field: "into")
        }
        let place = try await storage.accounts.ensure(into)
        return .response(
            try .json(
                200,
                AccountEnvelope(
                    account: Account(id: body.into, appAccountToken: place.appAccountToken))))
    }
}
