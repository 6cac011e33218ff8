/// An error that the server found before or instead of a handler.
package struct HTTPRefusal: Error, Sendable, Equatable {
    /// The HTTP status to answer with.
    package var status: Int
    /// What is wrong, for people; never holds bytes of the request.
    package var reason: String
    /// The request's id; empty until one is known.
    package var requestID: String

    package init(_ status: Int, _ reason: String, requestID: String = "") {
        self.status = status
        self.reason = reason
        self.requestID = requestID
    }
}
