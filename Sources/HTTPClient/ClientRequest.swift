/// A request as it goes out.
struct ClientRequest: Sendable {
    let method: HTTPConnection.Method
    /// Head and body.
    let bytes: [UInt8]

    /// Renders a request; Host and Content-Length are added where they are missing.
    ///
    /// - Throws: `malformedRequest` when a part would not be read as what it is.
    init(
        _ method: HTTPConnection.Method, _ path: String, headers: [(name: String, value: String)],
        authority: String, body: [UInt8]
    ) throws(HTTPClientError) {
        guard Self.isTarget(path) else { throw .malformedRequest }
        var head = "\(method.rawValue) \(path) HTTP/1.1\r\n"
        var hasHost = false
        for (name, value) in headers {
            guard Self.isName(name), Self.isValue(value) else { throw .malformedRequest }
            let lowered = name.lowercased()
            // The framing is this type's alone.
            if lowered == "content-length" || lowered == "transfer-encoding" { continue }
            hasHost = hasHost || lowered == "host"
            head += "\(name): \(value)\r\n"
        }
        if !hasHost { head += "Host: \(authority)\r\n" }
        if !body.isEmpty || method.expectsBody { head += "Content-Length: \(body.count)\r\n" }
        self.method = method
        bytes = Array((head + "\r\n").utf8) + body
    }

    /// A path, with no space or control character in it.
    private static func isTarget(_ path: String) -> Bool {
        (path.first == "/" || path == "*") && path.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
    }

    private static func isValue(_ value: String) -> Bool {
        value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}

extension HTTPConnection.Method {
    /// True for the methods whose requests say their length even when it is 0 (RFC 9110, 8.6).
    fileprivate var expectsBody: Bool {
        switch self {
        case .post, .put, .patch: true
        case .get, .head, .delete, .options: false
        }
    }
}
