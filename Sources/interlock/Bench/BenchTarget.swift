import EventLoop
import FoundationEssentials
import HTTPClient

/// The service that is measured, reached with a key of the role service.
struct BenchTarget: Sendable {
    static let options = options(role: "service")

    static func options(role: String) -> [Option] {
        [
            Option("--url", "URL", "Where the service listens.", required: true),
            Option("--key", "KEY", "A key with the role \(role).", required: true, secret: true),
        ]
    }

    private let host: String
    private let port: UInt16
    let key: String

    /// The service that `--url` and `--key` name, or with a prefix `few-` those of `--few-url`.
    init(_ invocation: Invocation, prefix: String = "") throws {
        let url = try invocation.required("--\(prefix)url")
        guard let parts = URL(string: url), let host = parts.host, let port = parts.port else {
            throw invocation.fault("--\(prefix)url must be http://HOST:PORT")
        }
        self.host = host
        self.port = UInt16(clamping: port)
        key = try invocation.required("--\(prefix)key")
    }

    func connection(on loop: EventLoop) -> HTTPConnection {
        HTTPConnection(host: host, port: port, on: loop)
    }

    /// Asks for a state, and says why there is none: a crowd would only ask in vain.
    func check(on loop: EventLoop) async throws {
        let connection = connection(on: loop)
        defer { connection.close() }
        _ = try await BenchDevice("bench", "d", self, connection).state()
    }

    func headers(_ account: String, _ device: String) -> [(name: String, value: String)] {
        [
            ("Authorization", "Bearer \(key)"), ("Interlock-Account", account),
            ("Interlock-Device", device), ("Content-Type", "application/json"),
        ]
    }

    /// The vendor's backend, for no account in particular.
    var backendHeaders: [(name: String, value: String)] {
        [("Authorization", "Bearer \(key)"), ("Content-Type", "application/json")]
    }

    /// The state's path: with an etag of the one that parks until it differs.
    static func statePath(after etag: String?) -> String {
        guard let etag else { return "/v1/state?environment=Sandbox" }
        let bare = etag.filter { $0 != "\"" }
        return "/v1/state?environment=Sandbox&wait=55&etag=\(bare)"
    }
}
