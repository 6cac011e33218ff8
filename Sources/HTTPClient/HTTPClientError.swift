/// Says why a request got no response. Whether the server acted on it is then unknown, except for
/// ``unknownHost`` and ``cannotConnect``.
package enum HTTPClientError: Error, Equatable {
    case unknownHost
    case cannotConnect
    /// The connection ended before the response did, also when the server closed an idle one just then.
    case connectionClosed
    case timedOut
    case cancelled
    /// The response is no HTTP.
    case malformedResponse
    /// The response is larger than the connection takes.
    case responseTooLarge
}
