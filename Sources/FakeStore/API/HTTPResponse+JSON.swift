internal import Cryptography
internal import HTTPServer

extension HTTPResponse {
    /// An answer with one JSON document.
    static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: [("Content-Type", "application/json")],
            body: Array(value.text.utf8))
    }
}
