import FoundationEssentials
import HTTPServer
import InterlockAPI
import Storage

/// Answers the routes of invitations.
enum InvitationRoutes {
    typealias Exchange = RouteHandler.Exchange

    private static let lifetime = Duration.seconds(7 * 86_400)

    /// Makes an invitation: organizer, adult or the backend.
    static func create(_ exchange: Exchange) async throws -> HTTPAnswer {
        let actor = try await exchange.groupActor()
        let (group, role) = try await exchange.group(actor)
        guard role != .child else { throw Refusal(.forbidden, "a child may not invite") }
        let body = try exchange.body(InvitationRequest.self)
        let made = try await exchange.context.storage.invitations.create(
            group.id, appID: actor.app.id, role: body.role ?? .adult,
            by: actor.accountID ?? "service",
            lifetime: body.expiresIn.map { .seconds($0.seconds) } ?? lifetime)
        switch made {
        case .success(let made):
            let invitation = InvitationEnvelope.Invitation(
                id: made.id.wireText, code: made.code, expiresAt: made.expiresAt)
            return .response(try .json(201, InvitationEnvelope(invitation: invitation)))
        case .failure(.noGroup): throw Refusal(.notFound)
        case .failure(.tooMany):
            throw Refusal(.rateLimited, "too many invitations of the group are open")
        }
    }

    /// Revokes an invitation that nobody has used.
    static func revoke(_ exchange: Exchange) async throws -> HTTPAnswer {
        let actor = try await exchange.groupActor()
        let (group, role) = try await exchange.group(actor)
        guard role != .child else { throw Refusal(.forbidden) }
        guard let id = exchange.request.parameter("invitation").flatMap(UUID.init(uuidString:)),
            try await exchange.context.storage.invitations.revoke(
                id, of: group.id, appID: actor.app.id)
        else { throw Refusal(.notFound) }
        return .response(HTTPResponse(status: 204))
    }

    /// Joins the group of a code.
    static func accept(_ exchange: Exchange) async throws -> HTTPAnswer {
        let caller = try await exchange.caller()
        let taken = try await exchange.context.storage.invitations.accept(
            code(exchange), by: caller.account)
        guard case .accepted(let id, let move) = taken else { throw refusal(taken) }
        try exchange.check(move)
        guard
            let group = try await exchange.context.storage.groups.get(id, appID: caller.app.id)
        else { throw Refusal(.notFound) }
        return try exchange.shown(group, .member(caller))
    }

    /// Uses a code up without joining.
    static func decline(_ exchange: Exchange) async throws -> HTTPAnswer {
        let caller = try await exchange.caller()
        let taken = try await exchange.context.storage.invitations.decline(
            code(exchange), by: caller.account)
        guard case .declined = taken else { throw refusal(taken) }
        return .response(HTTPResponse(status: 204))
    }

    private static func code(_ exchange: Exchange) -> String {
        exchange.request.parameter("code") ?? ""
    }

    /// A code that never was and one that no longer counts are told apart to nobody.
    private static func refusal(_ taken: InvitationStore.Taken) -> Refusal {
        if case .tooManyTries = taken {
            return Refusal(
                .rateLimited, "too many wrong codes: try again in an hour",
                headers: [("Retry-After", "3600")])
        }
        return Refusal(.notFound, "no such invitation, or it can't be used any more")
    }
}
