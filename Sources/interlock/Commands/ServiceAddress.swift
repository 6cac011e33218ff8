import FoundationEssentials

/// Where a running service listens, as `--url` names it.
struct ServiceAddress: Sendable {
    static let standard = "http://127.0.0.1:8080"

    let url: String
    let host: String
    let port: UInt16

    /// Reads `http://HOST:PORT`; a usage failure for anything else.
    init(_ url: String, _ invocation: Invocation) throws(CommandFailure) {
        guard let parts = URL(string: url), parts.scheme == "http", let host = parts.host,
            !host.isEmpty, let port = parts.port.flatMap(UInt16.init(exactly:)), port > 0
        else { throw invocation.fault("--url must be http://HOST:PORT, such as \(Self.standard)") }
        self.url = url
        self.host = host
        self.port = port
    }
}
