// A form's fields, in a body of `application/x-www-form-urlencoded`.
extension HTTPRequest {
    /// Reads the body as a form; nil when it says to be something else or is malformed.
    package func form() -> HTTPQuery? {
        let type = header("content-type")?.split(separator: ";").first?.lowercased()
        guard type?.filter({ $0 != " " }) == "application/x-www-form-urlencoded" else { return nil }
        return HTTPQuery(body[...])
    }
}
