import HTTPServer
import Service

/// Holds what `serve` was told.
struct ServeSettings: Sendable {
    let databaseURL: String?
    let dataDirectory: String
    let service: ServiceConfiguration
    let loops: Int
    /// Database connections of each loop.
    let perLoop: Int
    let drain: Duration

    init(_ invocation: Invocation) throws {
        databaseURL = try DatabaseAccess.databaseURL(invocation)
        dataDirectory = try DatabaseAccess.dataDirectory(invocation)
        var http = HTTPServerConfiguration()
        let listen = try invocation.text("--listen") ?? "127.0.0.1:8080"
        guard let address = Self.address(listen) else {
            throw invocation.fault("--listen must be HOST:PORT, with [ ] around an IPv6 host")
        }
        (http.host, http.port) = address
        let certificate = try invocation.text("--tls-certificate")
        let key = try invocation.text("--tls-key")
        if let certificate, let key {
            http.tls = .init(certificateChain: certificate, privateKey: key)
        } else if certificate != nil || key != nil {
            throw invocation.fault("--tls-certificate and --tls-key belong together")
        }
        var service = ServiceConfiguration(http: http)
        service.clientAddress =
            try invocation.words("--client-address", as: ClientAddress.self).last ?? .peer
        self.service = service
        loops = Int(try invocation.integer("--loops", in: 1...256) ?? 2)
        let connections = Int(try invocation.integer("--connections", in: 1...4_096) ?? 16)
        perLoop = max(1, connections / loops)
        drain = .seconds(try invocation.integer("--drain", in: 0...600) ?? 10)
    }

    /// Reads `HOST:PORT` or `[HOST]:PORT`.
    static func address(_ text: String) -> (String, UInt16)? {
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...])
        else { return nil }
        var host = text[..<colon]
        if host.first == "[", host.last == "]" {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        return host.isEmpty ? nil : (String(host), port)
    }
}
