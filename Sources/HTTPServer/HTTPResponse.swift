/// A whole answer.
///
/// The server adds Date, Server, Content-Length, Connection and X-Request-Id itself.
package struct HTTPResponse: Sendable {
    package var status: Int
    /// A field with a character that may not stand in it is left out.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// A word of a closed set that says more than the status; for the summary only, the client doesn't see it.
    package var code: String?

    package init(
        status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []
    ) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// False for the statuses that never carry a body (RFC 9110, 6.4.1).
    var mayHaveBody: Bool { status >= 200 && status != 204 && status != 304 }

    /// The phrase of the status line (RFC 9110, 15).
    static func phrase(of status: Int) -> String { phrases[status] ?? "Status" }

    private static let phrases: [Int: String] = [
        200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 301: "Moved Permanently",
        302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect",
        308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
        404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
        408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required",
        412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
        415: "Unsupported Media Type", 417: "Expectation Failed", 421: "Misdirected Request",
        422: "Unprocessable Content", 428: "Precondition Required", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 500: "Internal Server Error",
        501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    ]
}
