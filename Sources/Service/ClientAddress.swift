import HTTPServer

/// Says where the address of a client is found.
package enum ClientAddress: String, CaseIterable, Sendable {
    /// It is whoever connected.
    case peer
    /// The last one of X-Forwarded-For, which a proxy before the service has put there.
    case forwarded

    /// Longer ones are nobody's address.
    private static let longest = 64

    /// The address that a request comes from; the peer's where the header has none.
    func address(of request: HTTPRequest) -> String {
        guard self == .forwarded,
            let hop = request.headers("x-forwarded-for").last?.split(separator: ",").last
        else { return request.remoteAddress }
        let address = hop.filter { !$0.isWhitespace }
        guard (1...Self.longest).contains(address.utf8.count) else { return request.remoteAddress }
        return address
    }
}
