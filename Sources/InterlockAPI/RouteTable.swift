/// Finds the route of a request line.
public struct RouteTable: Sendable {
    /// Says what a request line leads to.
    public enum Match: Hashable, Sendable {
        /// A route, with the path's parameters, percent-decoded, in the template's order.
        case route(Route, parameters: [String])
        /// A path that exists for other methods: the value of `Allow`.
        case methodNotAllowed(allow: String)
        /// No such path.
        case notFound
    }

    private struct Entry {
        let route: Route
        let segments: [Substring]
    }

    private let entries: [Entry]

    /// Makes the table of all routes, or of some.
    public init(_ routes: some Sequence<Route> = Route.allCases) {
        entries = routes.map { Entry(route: $0, segments: $0.template.split(separator: "/")) }
    }

    /// Finds the route; HEAD counts as GET. The path is as received, without its query. An empty segment, a parameter
    /// that is no percent-encoded UTF-8, and a path with a slash too many are not found.
    public func match(method: String, path: String) -> Match {
        guard path.utf8.first == UInt8(ascii: "/") else { return .notFound }
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        var allowed: [String] = []
        for entry in entries {
            guard let parameters = Self.parameters(of: entry.segments, in: segments) else {
                continue
            }
            let own = entry.route.method.rawValue
            if own == method || (own == "GET" && method == "HEAD") {
                return .route(entry.route, parameters: parameters)
            }
            allowed.append(own)
            if own == "GET" { allowed.append("HEAD") }
        }
        return allowed.isEmpty
            ? .notFound : .methodNotAllowed(allow: allowed.sorted().joined(separator: ", "))
    }

    private static func parameters(
        of template: [Substring], in segments: [Substring]
    ) -> [String]? {
        guard template.count == segments.count else { return nil }
        var parameters: [String] = []
        for (expected, segment) in zip(template, segments) {
            if expected.utf8.first == UInt8(ascii: "{") {
                guard !segment.isEmpty, let value = PercentCoding.decode(segment) else {
                    return nil
                }
                parameters.append(value)
            } else if expected != segment {
                return nil
            }
        }
        return parameters
    }
}
