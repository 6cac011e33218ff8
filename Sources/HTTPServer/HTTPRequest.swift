package import EventLoop

/// A request whose framing is sound and whose body is whole.
package struct HTTPRequest: Sendable {
    /// A method; those that no route can have keep their name.
    package enum Method: Hashable, Sendable {
        case get, head, post, put, patch, delete, options
        case other(String)
    }

    let head: HTTPHead
    /// The name of the route that it came by.
    package let routeName: String
    let parameters: [(name: String, value: String)]
    package let body: [UInt8]
    /// The address of the peer, without its port.
    package let remoteAddress: String
    /// When its head was complete.
    package let receivedAt: ContinuousClock.Instant
    /// The client's X-Request-Id if it is 1 to 40 of A–Z, a–z, 0–9, `.`, `_`, `-`; else one of our own.
    package let requestID: String
    /// The loop of its connection; the handler runs there.
    package let loop: EventLoop

    package var method: Method { head.method }

    /// The path as received, without the query.
    package var path: String { head.text(head.path) }

    /// The path and the query as received.
    package var target: String { head.query.map { path + "?" + head.text($0) } ?? path }

    /// The value of `{name}` in the route's template, percent-decoded; nil when it has no such part.
    package func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    /// The first value of a header field, without regard to case; bytes that are no UTF-8 are replaced.
    package func header(_ name: String) -> String? {
        head.fields.first { head.equals($0.name, name) }.map { head.text($0.value) }
    }

    /// All values of a header field, in their order.
    package func headers(_ name: String) -> [String] {
        head.fields.filter { head.equals($0.name, name) }.map { head.text($0.value) }
    }

    /// The query's pairs, `+` read as a space.
    ///
    /// - Returns: nil when a part is no percent-encoded UTF-8 or there are more than 64 pairs.
    package func query() -> HTTPQuery? {
        guard let range = head.query else { return HTTPQuery(pairs: []) }
        return HTTPQuery(head.bytes[range])
    }
}

extension HTTPRequest.Method {
    init(_ name: String) {
        switch name {
        case "GET": self = .get
        case "HEAD": self = .head
        case "POST": self = .post
        case "PUT": self = .put
        case "PATCH": self = .patch
        case "DELETE": self = .delete
        case "OPTIONS": self = .options
        default: self = .other(name)
        }
    }

    /// The name on the wire.
    package var name: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .patch: "PATCH"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        case .other(let name): name
        }
    }
}
