import HTTPServer
import InterlockAPI

/// Makes the two answers of a state poll.
enum StateResponse {
    static func changed(_ document: StateDocument) throws -> HTTPResponse {
        try .json(200, document, headers: [tag(document.etag)])
    }

    /// The wait is over; `retry` spreads devices that have to come back to another process.
    static func unchanged(_ etag: String, retry: Bool = false) -> HTTPResponse {
        var headers = [tag(etag), (name: "Cache-Control", value: "no-store")]
        if retry { headers.append(("Retry-After", String(Int.random(in: 1...5)))) }
        return HTTPResponse(status: 304, headers: headers)
    }

    static func tag(_ etag: String) -> (name: String, value: String) {
        ("ETag", EntityTag.quoted(etag))
    }
}
