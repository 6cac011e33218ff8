// The console at /admin: pages for people, made on the server; each works without the one script that there is. Each page is one call of
// ConsoleStore (or of the store that the API's own routes use) beside the look at the session. Reading
// order: Console, ConsoleSession, SignInScreen, the other screens, ConsolePage, HTML.
import Authentication
import Cryptography
import FoundationEssentials
import HTTPServer
import InterlockAPI
import PostgresClient
import Storage

/// Leads the console's routes to its screens.
struct Console: Sendable {
    /// One request to the console.
    struct Visit: Sendable {
        let exchange: RouteHandler.Exchange
        let words: ConsoleWords
        let limit: SignInLimit
        let pages: ConsolePages
        let zones: ConsoleZones
        /// What the page's line in ``AccessTable`` asks for.
        let access: AccessTable.Access?

        var request: HTTPRequest { exchange.request }
        var context: ServiceContext { exchange.context }
    }

    typealias Screen = @Sendable (Visit) async throws -> HTTPResponse

    private let context: ServiceContext
    private let pages: ConsolePages
    private let limit = SignInLimit()
    private let zones = ConsoleZones()

    /// Adds the console's routes.
    static func add(to router: inout HTTPRouter, _ context: ServiceContext) {
        let routes = routes()
        let console = Console(context: context, pages: ConsolePages(routes))
        for route in routes {
            router.on(
                route.method, route.path, name: route.name, bodyLimit: route.bodyLimit,
                console.handler(route))
        }
    }

    struct Route: Sendable {
        let method: HTTPRequest.Method
        let path: String
        let name: String
        let bodyLimit: Int
        let screen: Screen
    }

    /// All of them, in the order in which they were added.
    static func routes() -> [Route] {
        var routes: [Route] = []
        func on(
            _ method: HTTPRequest.Method, _ path: String, _ name: String,
            bodyLimit: Int = 16 << 10, _ screen: @escaping Screen
        ) {
            routes.append(
                Route(
                    method: method, path: path, name: name, bodyLimit: bodyLimit, screen: screen))
        }
        on(.get, "/admin", "consoleOverview", OverviewScreen.show)
        on(.get, "/admin/", "consoleHome") { _ in ConsolePage.redirect(.overview) }
        on(.get, "/admin/style.css", "consoleStyle") { visit in
            try await ConsoleStylesheet.read(visit.exchange)
        }
        on(.get, "/admin/script.js", "consoleScript") { visit in
            try await ConsoleScript.read(visit.exchange)
        }
        on(.get, "/admin/sign-in", "consoleSignIn", SignInScreen.show)
        on(.post, "/admin/sign-in", "consoleSignIn", SignInScreen.signIn)
        on(.post, "/admin/sign-out", "consoleSignOut", SignInScreen.signOut)
        on(.post, "/admin/app", "consoleApp", SignInScreen.chooseApp)
        on(.get, "/admin/locks", "consoleLocks", LocksScreen.show)
        on(.post, "/admin/locks/release", "consoleReleaseMany", ReleaseManyScreen.look)
        // 500 ids with their versions.
        on(
            .post, "/admin/locks/release/act", "consoleReleaseMany", bodyLimit: 64 << 10,
            ReleaseManyScreen.release)
        on(.get, "/admin/search", "consoleSearch", SearchScreen.show)
        on(.get, "/admin/account", "consoleAccount", AccountScreen.show)
        on(.get, "/admin/intents/{id}", "consoleIntent", IntentScreen.show)
        on(.post, "/admin/intents/{id}/release", "consoleRelease", IntentScreen.release)
        on(.get, "/admin/incidents", "consoleIncidents", IncidentsScreen.show)
        on(.post, "/admin/incidents/{id}/resolve", "consoleResolve", IncidentsScreen.resolve)
        on(.get, "/admin/audit", "consoleAudit", AuditScreen.show)
        on(.get, "/admin/catalog", "consoleCatalog", CatalogScreen.show)
        on(.get, "/admin/catalog/edit", "consoleCatalogEdit", CatalogChangeScreen.edit)
        on(
            .post, "/admin/catalog/check", "consoleCatalogCheck",
            bodyLimit: CatalogChangeScreen.bodyLimit, CatalogChangeScreen.check)
        on(
            .post, "/admin/catalog/apply", "consoleCatalogApply",
            bodyLimit: CatalogChangeScreen.bodyLimit, CatalogChangeScreen.apply)
        on(.get, "/admin/keys", "consoleKeys", KeysScreen.show)
        on(.post, "/admin/keys", "consoleKeyCreate", KeysScreen.create)
        on(.get, "/admin/keys/{id}/revoke", "consoleKeyRevoke", KeysScreen.confirm)
        on(.post, "/admin/keys/{id}/revoke", "consoleKeyRevoke", KeysScreen.revoke)
        on(.get, "/admin/zone", "consoleZone", ZoneScreen.show)
        on(.post, "/admin/zone", "consoleZone", ZoneScreen.choose)
        return routes
    }

    /// Counts what each screen asks the database: it is to be three statements at most.
    private func handler(_ route: Route) -> HTTPHandler {
        { request in
            let tally = PostgresTally()
            let shown = await PostgresTally.$current.withValue(tally) {
                await answer(request, AccessTable.access(of: route.name), route.screen)
            }
            context.metrics.count(consoleStatements: tally.statements, route: route.name)
            return shown
        }
    }

    private func answer(
        _ request: HTTPRequest, _ access: AccessTable.Access?, _ screen: Screen
    ) async -> HTTPAnswer {
        let visit = Visit(
            exchange: RouteHandler.Exchange(request: request, context: context),
            words: ConsoleWords(
                ConsoleLanguage(of: request), await zones.zone(of: request)),
            limit: limit, pages: pages, zones: zones, access: access)
        do { return .response(unchanged(try await screen(visit), visit)) } catch let refusal
            as ConsoleRefusal
        {
            return .response(refused(refusal, visit))
        } catch {
            // Logged and counted as everywhere; only its looks differ.
            let problem = ProblemResponse.response(
                to: error, requestID: request.requestID, context)
            return .response(failed(problem, visit))
        }
    }

    /// Gives a page its etag, and 304 to who has it already. It is still made for each request: that saves what is
    /// sent, and the reader's eyes.
    private func unchanged(_ response: HTTPResponse, _ visit: Visit) -> HTTPResponse {
        guard visit.request.method == .get, response.status == 200 else { return response }
        let tag = Base64URL.encode(SHA256.digest(response.body).bytes)
        var response = response
        response.headers.append((name: "ETag", value: EntityTag.quoted(tag)))
        if let known = visit.request.header("if-none-match"), EntityTag.list(known, names: tag) {
            response.status = 304
            response.body = []
        }
        return response
    }

    private func refused(_ refusal: ConsoleRefusal, _ visit: Visit) -> HTTPResponse {
        let words = visit.words
        var response: HTTPResponse
        switch refusal {
        case .signInNeeded:
            response = ConsolePage.redirect(.signIn(next: visit.pages.place(of: visit.request)))
        case .forged: response = message(refusal.status, words.forgedTitle, words.forgedText, visit)
        case .forbidden:
            response = message(refusal.status, words.forbiddenTitle, words.forbiddenText, visit)
        case .notFound:
            response = message(refusal.status, words.notFoundTitle, words.notFoundText, visit)
        case .malformed:
            response = message(refusal.status, words.malformedTitle, words.malformedText, visit)
        case .changed(let id):
            response = message(
                refusal.status, words.changedTitle, words.changedText, visit, again: .intent(id))
        case .closed(let id):
            response = message(
                refusal.status, words.closedTitle, words.closedText, visit, again: .intent(id))
        }
        response.code = refusal.code
        return response
    }

    private func failed(_ problem: HTTPResponse, _ visit: Visit) -> HTTPResponse {
        let words = visit.words
        var response =
            problem.status < 500
            ? message(problem.status, words.malformedTitle, words.malformedText, visit)
            : message(problem.status, words.failedTitle, words.failedText, visit)
        response.headers += problem.headers.filter { $0.name == "Retry-After" }
        response.code = problem.code
        return response
    }

    private func message(
        _ status: Int, _ title: String, _ text: String, _ visit: Visit, again: ConsolePath? = nil
    ) -> HTTPResponse {
        Self.message(status, title, text, visit.words, again: again)
    }

    /// A page that needs no session to be shown, and no database.
    static func message(
        _ status: Int, _ title: String, _ text: String, _ words: ConsoleWords,
        again: ConsolePath? = nil
    ) -> HTTPResponse {
        typealias T = HTMLTag
        return ConsolePage(title, nil, words).response(
            status,
            T.section(
                [.style(.card)], T.p([.alert], .text(text)),
                .group(again.map { T.p(T.a([.href($0)], .text(words.lookAgain))) }),
                T.p(T.a([.href(.overview)], .text(words.back)))))
    }
}

// Who visits, and what they sent.
extension Console.Visit {
    /// The session, or a way to sign in; refused where its key's role has not the right that the page asks
    /// for. Asks the database each time: a session dies with its key.
    func session() async throws -> ConsoleSession {
        let ring = ConsoleRing(request)
        guard let secret = ring.current?.secret,
            let key = try await context.storage.consoleSessions.find(secret.digest),
            key.role.may(.readAdministration)
        else { throw ConsoleRefusal.signInNeeded }
        if context.registry.app(key.appID) == nil {
            try await context.registry.refreshForStranger()
        }
        guard let app = context.registry.app(key.appID) else { throw ConsoleRefusal.signInNeeded }
        guard case .session(let right) = access, key.role.may(right) else {
            throw ConsoleRefusal.forbidden
        }
        return ConsoleSession(
            secret: secret, app: app, apps: ring.entries.map(\.appID), key: key,
            place: pages.place(of: request))
    }

    /// The session of an act and its form: the token is the session's, the request not another site's.
    func act() async throws -> (session: ConsoleSession, form: HTTPQuery) {
        let session = try await session()
        return (session, try form(of: session.secret))
    }

    /// The form, if it carries the token of `secret`.
    func form(of secret: ConsoleSecret) throws -> HTTPQuery {
        guard let form = request.form() else { throw ConsoleRefusal.malformed }
        guard !isFromElsewhere, secret.matches(form["form_token"]) else {
            throw ConsoleRefusal.forged
        }
        return form
    }

    /// What a browser of today says of a request that another site caused.
    private var isFromElsewhere: Bool {
        guard let site = request.header("sec-fetch-site") else { return false }
        return site != "same-origin" && site != "none"
    }

    func query() throws -> HTTPQuery {
        guard let query = request.query() else { throw ConsoleRefusal.malformed }
        return query
    }

    /// A query's value; an empty field of a form is none.
    func value(_ name: String, in query: HTTPQuery) -> String? {
        query[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The value of a filter by an id, without blanks around it.
    func searched(_ name: String, in query: HTTPQuery) -> String? {
        query.searched(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    func environment(in query: HTTPQuery) throws -> StoreEnvironment? {
        guard let word = value("environment", in: query) else { return nil }
        guard let environment = StoreEnvironment(rawValue: word) else {
            throw ConsoleRefusal.malformed
        }
        return environment
    }

    func cursor(in query: HTTPQuery) throws -> ListCursor? {
        guard let text = value("cursor", in: query) else { return nil }
        guard let cursor = ListCursor(text: text) else { throw ConsoleRefusal.malformed }
        return cursor
    }

    /// The id in the path; what is no UUID can't be anybody's.
    func id() throws -> UUID {
        guard let id = request.parameter("id").flatMap(UUID.init(uuidString:)) else {
            throw ConsoleRefusal.notFound
        }
        return id
    }

    /// Cookies are for TLS only where the browser comes by TLS, to us or to the proxy before us.
    var isSecure: Bool {
        context.configuration.http.tls != nil
            || request.header("x-forwarded-proto")?.lowercased() == "https"
    }
}
