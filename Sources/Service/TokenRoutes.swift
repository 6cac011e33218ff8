import Authentication
import HTTPServer
import InterlockAPI
import Storage

/// Answers requests for client tokens.
enum TokenRoutes {
    /// Mints a token.
    static func create(_ exchange: RouteHandler.Exchange) async throws -> HTTPAnswer {
        let holder = try exchange.administrator()
        let body = try exchange.body(ClientTokenRequest.self)
        let lifetime = body.expiresIn?.seconds ?? exchange.context.configuration.tokenLifetime
        do {
            let minted = try holder.app.minter.mint(
                accountID: body.accountID, deviceID: body.deviceID, lifetime: lifetime,
                now: ServiceContext.now)
            return .response(
                try .json(
                    201, ClientToken(token: minted.token, expiresAt: minted.expiresAt)))
        } catch ClientTokenMinter.Failure.badLifetime {
            let bounds = ClientTokenMinter.lifetimes
            throw Refusal(
                .invalidRequest,
                "expires_in must be from \(bounds.lowerBound) to \(bounds.upperBound) seconds",
                field: "expires_in")
        }
    }
}
