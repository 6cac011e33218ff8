import FoundationEssentials
import HTTPServer
import InterlockAPI
import Storage

/// Answers the routes of groups and their members.
enum GroupRoutes {
    typealias Exchange = RouteHandler.Exchange

    /// Makes a group. Who makes it is its organizer; the backend makes an empty one.
    static func create(_ exchange: Exchange) async throws -> HTTPAnswer {
        let actor = try await exchange.groupActor()
        let body = try exchange.body(GroupRequest.self)
        let groups = exchange.context.storage.groups
        let id = UUID()
        let isNew = try await groups.create(
            id, appID: actor.app.id, sizeLimit: body.sizeLimit, releasers: body.releasers)
        guard isNew else { throw StorageError.defect("a group's id was drawn twice") }
        if case .member(let caller) = actor {
            let move = try await groups.join(caller.account, id, as: .organizer)
            if move.outcome != .moved {
                // Nobody knows of it: an empty group is only a row.
                _ = try await groups.dissolve(id, appID: actor.app.id)
            }
            try exchange.check(move)
        }
        guard let group = try await groups.get(id, appID: actor.app.id) else {
            throw Refusal(.notFound)
        }
        return try exchange.shown(group, actor, status: 201)
    }

    /// Gives a group to a member or the backend.
    static func get(_ exchange: Exchange) async throws -> HTTPAnswer {
        let actor = try await exchange.groupActor()
        return try exchange.shown(try await exchange.group(actor).0, actor)
    }

    /// Ends a group: every member is in its own scope again, with all that it is in the middle of.
    static func dissolve(_ exchange: Exchange) async throws -> HTTPAnswer {
        let actor = try await exchange.groupActor()
        let (group, role) = try await exchange.group(actor)
        guard role == nil || role == .organizer else { throw Refusal(.forbidden) }
        let scopes = try await exchange.context.storage.groups.dissolve(
            group.id, appID: actor.app.id)
        for scope in scopes { exchange.context.publish(scope) }
        return .response(HTTPResponse(status: 204))
    }

    /// Puts a member in (the backend), changes a role, or hands the organizer's over.
    static func putMember(_ exchange: Exchange) async throws -> HTTPAnswer {
        let actor = try await exchange.groupActor()
        let (group, role) = try await exchange.group(actor)
        let account = try member(exchange, actor)
        let body = try exchange.body(MemberRequest.self)
        let groups = exchange.context.storage.groups
        if role != nil {
            guard role == .organizer else { throw Refusal(.forbidden) }
            // Members join by invitation; the organizer changes those that are there.
            guard group.role(of: account.accountID) != nil else { throw Refusal(.notFound) }
            guard body.role == .organizer || account.accountID != actor.accountID else {
                throw Refusal(.organizerRequired, "hand the role over instead")
            }
        }
        if body.role == .organizer, group.role(of: account.accountID) != nil {
            guard try await groups.handOver(group.id, to: account) else {
                throw Refusal(.notFound)
            }
            exchange.context.publish(group.id)
        } else {
            try exchange.check(try await groups.join(account, group.id, as: body.role))
        }
        return try exchange.shown(try await exchange.group(actor).0, actor)
    }

    /// Removes a member: itself, or another by the organizer or the backend. Repeating it is harmless.
    static func removeMember(_ exchange: Exchange) async throws -> HTTPAnswer {
        let actor = try await exchange.groupActor()
        let (group, role) = try await exchange.group(actor)
        let account = try member(exchange, actor)
        let isOwn = account.accountID == actor.accountID
        guard role == nil || role == .organizer || isOwn else { throw Refusal(.forbidden) }
        if isOwn, role == .organizer, group.members.count > 1 {
            throw Refusal(
                .organizerRequired, "hand the organizer's role over first, or dissolve the group")
        }
        let groups = exchange.context.storage.groups
        try exchange.check(try await groups.leave(account, group.id))
        if isOwn, role == .organizer {
            _ = try await groups.dissolve(group.id, appID: actor.app.id)
        }
        return .response(HTTPResponse(status: 204))
    }

    private static func member(_ exchange: Exchange, _ actor: GroupActor) throws -> AccountName {
        let id = exchange.request.parameter("account") ?? ""
        try Bounds.checkAccount(id, field: "account")
        return AccountName(appID: actor.app.id, accountID: id)
    }
}
