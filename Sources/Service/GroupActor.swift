import Authentication
import FoundationEssentials
import HTTPServer
import InterlockAPI
import Storage

/// Who acts on a group: one of its members, or the vendor's backend for nobody in particular.
enum GroupActor {
    case member(Caller)
    case service(KeyHolder)

    var app: RegisteredApp {
        switch self {
        case .member(let caller): caller.app
        case .service(let holder): holder.app
        }
    }

    /// The acting account; nil for the backend.
    var accountID: String? {
        if case .member(let caller) = self { caller.account.accountID } else { nil }
    }
}

extension RouteHandler.Exchange {
    /// A service key that names no account acts for the backend itself.
    func groupActor() async throws -> GroupActor {
        if request.header("interlock-account") == nil, try isKey() {
            return .service(try await key(.manageAccounts))
        }
        return .member(try await caller())
    }

    /// The group in the path, as the actor may see it: 404 for who is not in it. A dissolved one is gone.
    func group(_ actor: GroupActor) async throws -> (GroupStore.Entry, GroupRole?) {
        guard let id = request.parameter("id").flatMap(UUID.init(uuidString:)),
            let group = try await context.storage.groups.get(id, appID: actor.app.id),
            !group.isDissolved
        else { throw Refusal(.notFound) }
        guard let account = actor.accountID else { return (group, nil) }
        guard let role = group.role(of: account) else { throw Refusal(.notFound) }
        return (group, role)
    }

    /// The group as the actor may see it: ids of others only for organizer and backend.
    func shown(_ group: GroupStore.Entry, _ actor: GroupActor, status: Int = 200) throws
        -> HTTPAnswer
    {
        let own = actor.accountID
        let seesAll = own.map { group.role(of: $0) == .organizer } ?? true
        let members = group.members.map { member in
            let isOwn = member.accountID == own
            return Group.Member(
                accountID: seesAll || isOwn ? member.accountID : nil, role: member.role,
                joinedAt: member.joinedAt, sameAccount: isOwn)
        }
        let resource = Group(
            id: group.id.wireText, sizeLimit: group.sizeLimit, releasers: group.releasers,
            createdAt: group.createdAt, members: members)
        return .response(try .json(status, GroupEnvelope(group: resource)))
    }

    /// Refuses a move that did not happen; tells the scopes of one that did.
    func check(_ move: GroupStore.Move) throws {
        for scope in move.scopes { context.publish(scope) }
        switch move.outcome {
        case .moved, .unchanged: return
        case .full: throw Refusal(.groupFull)
        case .inAnotherGroup: throw Refusal(.inAnotherGroup)
        case .hasOrganizer:
            throw Refusal(.organizerRequired, "the group has an organizer: let it hand over")
        case .isOrganizer:
            throw Refusal(.organizerRequired, "hand the organizer's role over instead")
        case .noGroup, .noAccount: throw Refusal(.notFound)
        }
    }
}
