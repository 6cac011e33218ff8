import FoundationEssentials
import HTTPServer
import InterlockAPI
import Storage

/// Leads each route to the code that answers it.
enum RouteHandler {
    typealias Body = @Sendable (Exchange) async throws -> HTTPAnswer

    /// What a route's code gets.
    struct Exchange: Sendable {
        let request: HTTPRequest
        let context: ServiceContext
        /// The key that the route asks for in ``AccessTable``; nil where it asks for none.
        var holder: KeyHolder?
    }

    /// Makes the router of all routes.
    static func router(_ context: ServiceContext) -> HTTPRouter {
        var router = HTTPRouter()
        for route in Route.allCases {
            router.on(
                route.method.server, route.template, name: route.rawValue,
                bodyLimit: bodyLimit(of: route), isUrgent: isUrgent(route),
                handler(context, route.rawValue, body(of: route)))
        }
        let catalog = "/v1/admin/catalog"
        router.on(
            .get, catalog, name: "getCatalog", handler(context, "getCatalog", CatalogRoutes.read))
        router.on(
            .put, catalog, name: "putCatalog", bodyLimit: 4 << 20,
            handler(context, "putCatalog", CatalogRoutes.replace))
        Console.add(to: &router, context)
        return router
    }

    private static func handler(
        _ context: ServiceContext, _ name: String, _ body: @escaping Body
    ) -> HTTPHandler {
        let access = AccessTable.access(of: name)
        return { request in
            do {
                var exchange = Exchange(request: request, context: context)
                switch access {
                case .everybody, .account: break
                case .key(let permission): exchange.holder = try await exchange.key(permission)
                case .session, nil: throw Refusal(.forbidden)
                }
                return try await body(exchange)
            } catch {
                return .response(
                    ProblemResponse.response(to: error, requestID: request.requestID, context))
            }
        }
    }

    /// In bytes: an upload has up to 100 transactions of some 8 KB, a notification two of them, coded twice.
    private static func bodyLimit(of route: Route) -> Int {
        switch route {
        case .uploadTransactions: 1 << 20
        case .appStoreNotification: 256 << 10
        // 500 ids with their etags, and some white space.
        case .adminReleaseLocks: 256 << 10
        default: 64 << 10
        }
    }

    /// What tells how the service is waits for nobody.
    private static func isUrgent(_ route: Route) -> Bool {
        [.livez, .readyz, .metrics].contains(route)
    }

    private static func body(of route: Route) -> Body {
        switch route {
        case .createIntent: IntentRoutes.reserve
        case .listIntents: IntentRoutes.list
        case .getIntent: IntentRoutes.get
        case .renewIntent: IntentRoutes.renew
        case .reportIntent: ReportRoute.report
        case .releaseIntent: IntentRoutes.release
        case .uploadTransactions: TransactionRoutes.upload
        case .getState: StateRoutes.state
        case .getEntitlements: EntitlementRoutes.entitlements
        case .createClientToken: TokenRoutes.create
        case .updateAccount: AccountRoutes.update
        case .forgetAccount: AccountRoutes.forget
        case .mergeAccount: AccountRoutes.merge
        case .listDevices: DeviceRoutes.list
        case .forgetDevice: DeviceRoutes.forget
        case .createGroup: GroupRoutes.create
        case .getGroup: GroupRoutes.get
        case .dissolveGroup: GroupRoutes.dissolve
        case .createInvitation: InvitationRoutes.create
        case .revokeInvitation: InvitationRoutes.revoke
        case .acceptInvitation: InvitationRoutes.accept
        case .declineInvitation: InvitationRoutes.decline
        case .putMember: GroupRoutes.putMember
        case .removeMember: GroupRoutes.removeMember
        case .appStoreNotification: NotificationRoutes.receive
        case .adminListLocks: LockRoutes.list
        case .adminReleaseLocks: ReleaseManyRoute.release
        case .adminGetIntent: LockRoutes.get
        case .adminGetAccount: AccountReportRoute.get
        case .adminReleaseIntent: LockRoutes.release
        case .adminListIncidents: IncidentRoutes.list
        case .adminResolveIncident: IncidentRoutes.resolve
        case .adminListTransactions: LedgerRoutes.list
        case .adminListAudit: AuditRoutes.list
        case .adminTransferTransaction: LedgerRoutes.transfer
        case .livez: OperationsRoutes.livez
        case .readyz: OperationsRoutes.readyz
        case .metrics: OperationsRoutes.metrics
        case .openAPI: OpenAPIDocument.read
        }
    }
}

extension InterlockAPI.HTTPMethod {
    fileprivate var server: HTTPRequest.Method {
        switch self {
        case .get: .get
        case .post: .post
        case .put: .put
        case .delete: .delete
        }
    }
}

// Reading a request.
extension RouteHandler.Exchange {
    /// Reads the JSON body.
    func body<Request: WireRequest>(_ type: Request.Type) throws -> Request {
        try checkMediaType()
        return try WireCoding.decodeRequest(type, from: request.body)
    }

    /// Refuses a body that says to be something other than JSON.
    func checkMediaType() throws {
        guard let type = request.header("content-type") else { return }
        let essence = type.split(separator: ";").first.map { $0.lowercased() } ?? ""
        guard essence.filter({ $0 != " " && $0 != "\t" }) == "application/json" else {
            throw Refusal(.unsupportedMediaType, "send application/json")
        }
    }

    /// The query; a malformed one is refused.
    func query() throws -> HTTPQuery {
        guard let query = request.query() else {
            throw Refusal(.invalidRequest, "the query is malformed")
        }
        return query
    }

    /// The id in the path; what is no UUID can't be anybody's.
    func intentID() throws -> UUID {
        guard let id = request.parameter("id").flatMap(UUID.init(uuidString:)) else {
            throw Refusal(.notFound)
        }
        return id
    }

    /// The environment that is asked for, by its word in the query.
    func environment(of app: RegisteredApp, in query: HTTPQuery) throws -> StoreEnvironment {
        guard let word = query["environment"] else { return try environment(nil, of: app) }
        guard let environment = StoreEnvironment(rawValue: word) else {
            throw Refusal(
                .invalidRequest, "environment must be one of Production, Sandbox",
                field: "environment")
        }
        return try self.environment(environment, of: app)
    }

    /// The environment that is asked for, or the app's only one.
    func environment(
        _ environment: StoreEnvironment?, of app: RegisteredApp
    ) throws -> StoreEnvironment {
        if let environment {
            guard app.environments.contains(environment) else {
                throw Refusal(
                    .invalidRequest, "the app is not in this environment", field: "environment")
            }
            return environment
        }
        guard app.environments.count == 1, let only = app.environments.first else {
            throw Refusal(
                .environmentRequired, "the app has two environments: name one",
                field: "environment")
        }
        return only
    }

    /// A whole number in the query, within bounds.
    func number(
        _ name: String, in query: HTTPQuery, _ bounds: ClosedRange<Int32>, default: Int32
    ) throws -> Int32 {
        guard let text = query[name] else { return `default` }
        guard let value = Int32(text), bounds.contains(value) else {
            throw Refusal(
                .invalidRequest,
                "\(name) must be a whole number from \(bounds.lowerBound) to \(bounds.upperBound)",
                field: name)
        }
        return value
    }

    /// The place in a list after which the answer begins; nil for the first page.
    func cursor(in query: HTTPQuery) throws -> ListCursor? {
        try cursor(in: query, ListCursor.init(text:))
    }

    /// The same in a list with places of its own kind; `read` gives nil for what is none of them.
    func cursor<Place>(in query: HTTPQuery, _ read: (String) -> Place?) throws -> Place? {
        try query["cursor"].map { text in
            guard let place = read(text) else {
                throw Refusal(.invalidRequest, "cursor is not one of ours", field: "cursor")
            }
            return place
        }
    }
}
