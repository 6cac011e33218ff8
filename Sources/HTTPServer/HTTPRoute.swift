/// A route's handler and what the server must know of it.
struct HTTPRoute: Sendable {
    let name: String
    let parameterNames: [String]
    let bodyLimit: Int
    let isUrgent: Bool
    let handler: HTTPHandler
}

/// What a method and a path lead to.
enum RouteMatch: Sendable {
    /// A route, with its parameters' values in the template's order.
    case route(HTTPRoute, [String])
    case methodNotAllowed(allow: String)
    case notFound
    /// A method that no route can have.
    case notImplemented

    /// Bodies of requests without a route are read, to keep the connection, up to this.
    private static let strayBodyLimit = 64 * 1_024

    var bodyLimit: Int {
        if case .route(let route, _) = self { route.bodyLimit } else { Self.strayBodyLimit }
    }
}
