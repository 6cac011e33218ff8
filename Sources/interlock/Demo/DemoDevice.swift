import EventLoop
import HTTPClient
import InterlockAPI

/// One device of the story: it reserves, reports, and waits for the state to differ.
struct DemoDevice: Sendable {
    let name: String
    private let token: String
    private let acts: HTTPConnection
    private let waits: HTTPConnection

    init(_ name: String, token: String, at service: ServiceAddress, on loop: EventLoop) {
        self.name = name
        self.token = token
        acts = service.connection(on: loop)
        waits = service.connection(on: loop)
    }

    private var headers: [(name: String, value: String)] {
        [("Authorization", "Bearer \(token)"), ("Content-Type", "application/json")]
    }

    func state(after etag: String? = nil) async throws -> StateDocument {
        let path = etag.map { "/v1/state?wait=25&etag=\($0)" } ?? "/v1/state"
        let answer = try await waits.request(.get, path, headers: headers, timeout: .seconds(40))
        if answer.status == 304 { return try await state(after: etag) }
        guard answer.status == 200 else { throw Self.failure(answer) }
        return try WireCoding.decode(StateDocument.self, from: answer.body)
    }

    /// Waits until the state is as wanted; gives it.
    func state(
        from first: StateDocument, until isWanted: (StateDocument) -> Bool
    ) async throws -> StateDocument {
        var state = first
        while !isWanted(state) { state = try await self.state(after: state.etag) }
        return state
    }

    func post(_ path: String, _ body: some Encodable) async throws -> HTTPClientResponse {
        try await acts.request(
            .post, path, headers: headers, body: try WireCoding.encode(body))
    }

    func intent(_ path: String, _ body: some Encodable) async throws -> Intent {
        let answer = try await post(path, body)
        guard answer.status < 300 else { throw Self.failure(answer) }
        return try WireCoding.decode(IntentEnvelope.self, from: answer.body).intent
    }

    private static func failure(_ answer: HTTPClientResponse) -> CommandFailure {
        if answer.status == 401 {
            return .refused(
                """
                the service does not take the demo's token: it must run on the very database that \
                --database-url or --data-dir names
                """)
        }
        return .refused("\(answer.status): \(String(decoding: answer.body, as: UTF8.self))")
    }
}
