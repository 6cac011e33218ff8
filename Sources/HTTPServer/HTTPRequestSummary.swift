/// What is told of a request when it is over; no path, no query, no header.
package struct HTTPRequestSummary: Sendable {
    /// As received for the known methods; "OTHER" else, so that it can be a label.
    package var method: String
    /// The route's name; nil when none was found.
    package var routeName: String?
    /// The status of the answer; 0 if the client went away before it.
    package var status: Int
    /// From the end of the request's head to its answer.
    package var duration: Duration
    package var requestID: String
    /// Bytes of the answer's body.
    package var bytes: Int
    package var remoteAddress: String
    /// The client went away first, or the server stopped.
    package var aborted: Bool
    /// The response's word.
    package var code: String?
}
