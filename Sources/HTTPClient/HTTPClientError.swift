/// Says why a request got no response. Whether the server acted on it is then unknown, except for
/// ``unknownHost``, ``cannotConnect``, ``untrustedPeer``, ``unusableRoots`` and ``malformedRequest``:
/// then nothing of it was sent.
package enum HTTPClientError: Error, Equatable {
    case unknownHost
    /// Nobody listens there, or whoever does speaks no TLS where TLS was asked for.
    case cannotConnect
    /// The server's certificate is not signed by a trusted root, not valid now, or another host's.
    case untrustedPeer
    /// A file of trusted roots can't be read, or holds no certificate in PEM.
    case unusableRoots
    /// The path or a header field has a character that may not stand in it.
    case malformedRequest
    /// The connection ended before the response did, also when the server closed an idle one just then.
    case connectionClosed
    case timedOut
    case cancelled
    /// The response is no HTTP.
    case malformedResponse
    /// The response is larger than the connection takes.
    case responseTooLarge
}
