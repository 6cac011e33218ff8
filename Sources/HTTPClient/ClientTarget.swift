import EventLoop

/// Where a connection goes: an address in numbers, a port, and what TLS needs.
struct ClientTarget: Sendable {
    let address: String
    let port: UInt16
    let tls: ClientTLSContext?

    /// Resolves the host and reads the trusted roots, off the loops.
    static func find(
        _ host: String, _ port: UInt16, _ tls: HTTPClientTLS?
    ) async throws(HTTPClientError) -> ClientTarget {
        let found = await Offload.run { () -> Result<ClientTarget, HTTPClientError> in
            do throws(HTTPClientError) {
                guard let address = HostName.resolve(host) else { throw .unknownHost }
                let context = try tls.map { tls throws(HTTPClientError) in
                    try ClientTLSContext(tls, host: host)
                }
                return .success(ClientTarget(address: address, port: port, tls: context))
            } catch { return .failure(error) }
        }
        return try found.get()
    }
}
