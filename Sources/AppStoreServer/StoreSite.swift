internal import Cryptography
internal import EventLoop
internal import HTTPClient
internal import InterlockAPI

/// Makes single attempts in one environment: a place under the limit, a token, a connection, an
/// answer.
struct StoreSite: Sendable {
    private let configuration: StoreServerConfiguration
    private let credentials: StoreCredentials
    private let clock: StoreClock
    private let connections: StoreConnections
    private let limits: CallLimits

    init(
        _ environment: StoreEnvironment, at endpoint: StoreEndpoint,
        _ configuration: StoreServerConfiguration, _ credentials: StoreCredentials,
        on loop: EventLoop, clock: StoreClock
    ) {
        self.configuration = configuration
        self.credentials = credentials
        self.clock = clock
        connections = StoreConnections(to: endpoint, configuration, on: loop)
        limits = CallLimits(in: environment, share: configuration.limitShare, clock: clock)
    }

    /// Sends a request once and gives the body of its answer, which is 2xx.
    func attempt(_ request: StoreRequest) async throws(StoreServerError) -> [UInt8] {
        while true {
            try await limits.admit(request.call, patience: configuration.patience)
            let headers = request.headers(token: try token(for: request.call).expose())
            let answer: Result<[UInt8], StoreServerError>?
            do throws(HTTPClientError) {
                answer = try await connections.lend { (connection) async throws(HTTPClientError) in
                    try await exchange(request, headers, on: connection)
                }
            } catch { throw StoreServerError(error, to: request.call) }
            if let answer { return try answer.get() }
        }
    }

    /// Ends what is under way; idempotent.
    func close() { connections.close() }

    /// Sends the request, unless a 429 came for its call while it waited for the connection; then
    /// it gives nil.
    ///
    /// A 429 is heeded before the connection is given back, so that the next one on it knows.
    private func exchange(
        _ request: StoreRequest, _ headers: [(name: String, value: String)],
        on connection: HTTPConnection
    ) async throws(HTTPClientError) -> Result<[UInt8], StoreServerError>? {
        if limits.isBlocked(request.call) { return nil }
        let response = try await connection.request(
            request.method, request.target, headers: headers, body: request.bodyBytes,
            timeout: configuration.requestTimeout)
        if (200..<300).contains(response.status) { return .success(response.body) }
        let error = StoreServerError(
            response, to: request.call, now: clock.now(), fallback: configuration.defaultRetryAfter)
        if case .rateLimited(let until) = error.kind { limits.block(request.call, until: until) }
        return .failure(error)
    }

    private func token(for call: StoreCall) throws(StoreServerError) -> Secret<String> {
        do { return try credentials.token(now: clock.now()) } catch {
            throw StoreServerError(.unauthorized, call, "no token: \(error)")
        }
    }
}
