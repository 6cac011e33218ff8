import EventLoop
import FoundationEssentials
import HTTPClient

/// Where a running service listens, as `--url` names it.
struct ServiceAddress: Sendable {
    static let standard = "http://127.0.0.1:8080"

    let url: String
    let host: String
    let port: UInt16
    private let tls: HTTPClientTLS?

    /// Reads `http://HOST:PORT` or `https://HOST:PORT`; a usage failure for anything else. The system's
    /// roots are trusted, or those that `SSL_CERT_FILE` names.
    init(_ url: String, _ invocation: Invocation) throws(CommandFailure) {
        guard let parts = URL(string: url), ["http", "https"].contains(parts.scheme),
            let host = parts.host,
            !host.isEmpty, let port = parts.port.flatMap(UInt16.init(exactly:)), port > 0
        else {
            throw invocation.fault(
                "--url must be http://HOST:PORT or https://HOST:PORT, such as \(Self.standard)")
        }
        tls = parts.scheme == "https" ? HTTPClientTLS() : nil
        self.url = url
        self.host = host
        self.port = port
    }

    func connection(on loop: EventLoop) -> HTTPConnection {
        HTTPConnection(host: host, port: port, on: loop, tls: tls)
    }
}
