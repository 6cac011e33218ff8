/// Finds the handler of a request by its path's segments.
///
/// A template is literal segments and parameters: `/v1/intents/{id}/renew`. Literals are compared with
/// the path as received, so that no encoded spelling slips past a proxy's rule; parameters are
/// percent-decoded strictly and never empty. A literal is preferred to a parameter. HEAD follows GET. A
/// trailing slash makes another path.
package struct HTTPRouter: Sendable {
    private indirect enum Child: Sendable {
        case node(Node)
    }

    private struct Node: Sendable {
        var literals: [String: Child] = [:]
        var parameter: Child?
        var routes: [HTTPRequest.Method: HTTPRoute] = [:]
    }

    /// One line of the table.
    package struct Entry: Sendable {
        package let method: HTTPRequest.Method
        package let template: String
        package let name: String
    }

    private var root = Node()
    /// What was added, in that order.
    package private(set) var entries: [Entry] = []

    package init() {}

    /// Adds a route, or replaces the one with this method and template.
    ///
    /// - Parameters:
    ///   - name: what summaries call it.
    ///   - bodyLimit: the largest body in bytes; beyond it 413, before the body is read.
    ///   - isUrgent: runs at once, however many handlers run; for what tells how the service is.
    package mutating func on(
        _ method: HTTPRequest.Method, _ template: String, name: String,
        bodyLimit: Int = 64 * 1_024, isUrgent: Bool = false, _ handler: @escaping HTTPHandler
    ) {
        let segments = template.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let parameters = segments.filter(Self.isParameter).map { String($0.dropFirst().dropLast()) }
        let route = HTTPRoute(
            name: name, parameterNames: parameters, bodyLimit: bodyLimit, isUrgent: isUrgent,
            handler: handler)
        Self.insert(route, method, segments, into: &root)
        entries.append(Entry(method: method, template: template, name: name))
    }

    /// Finds what a request leads to.
    func match(_ head: HTTPHead) -> RouteMatch {
        if case .other = head.method { return .notImplemented }
        let segments = head.bytes[head.path].dropFirst()
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var values: [String] = []
        guard let node = Self.find(segments[...], in: root, &values) else { return .notFound }
        let route = node.routes[head.method] ?? (head.method == .head ? node.routes[.get] : nil)
        if let route { return .route(route, values) }
        var allowed = node.routes.keys.map(\.name)
        if node.routes[.get] != nil, node.routes[.head] == nil { allowed.append("HEAD") }
        return .methodNotAllowed(allow: allowed.sorted().joined(separator: ", "))
    }

    private static func isParameter(_ segment: Substring) -> Bool {
        segment.first == "{" && segment.last == "}"
    }

    private static func insert(
        _ route: HTTPRoute, _ method: HTTPRequest.Method, _ segments: ArraySlice<Substring>,
        into node: inout Node
    ) {
        guard let segment = segments.first else {
            node.routes[method] = route
            return
        }
        let key = String(segment)
        let present = isParameter(segment) ? node.parameter : node.literals[key]
        var next = Node()
        if case .node(let child) = present { next = child }
        insert(route, method, segments.dropFirst(), into: &next)
        if isParameter(segment) {
            node.parameter = .node(next)
        } else {
            node.literals[key] = .node(next)
        }
    }

    private static func find(
        _ segments: ArraySlice<ArraySlice<UInt8>>, in node: Node, _ values: inout [String]
    ) -> Node? {
        guard let segment = segments.first else { return node.routes.isEmpty ? nil : node }
        let rest = segments.dropFirst()
        if case .node(let child) = node.literals[String(decoding: segment, as: UTF8.self)],
            let found = find(rest, in: child, &values)
        {
            return found
        }
        guard case .node(let child) = node.parameter, !segment.isEmpty,
            let value = PercentDecoding.decode(segment)
        else { return nil }
        values.append(value)
        if let found = find(rest, in: child, &values) { return found }
        values.removeLast()
        return nil
    }
}
