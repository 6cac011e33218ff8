import EventLoop
import HTTPClient
import InterlockAPI

/// What devices say to the service, on one connection.
struct KillSpeech: Sendable {
    let key: String
    let connection: HTTPConnection

    init(_ service: KillService, key: String, on loop: EventLoop) {
        self.key = key
        connection = HTTPConnection(host: "127.0.0.1", port: service.port, on: loop)
    }

    /// Reserves, under the entry's request id each time.
    func reserve(_ entry: KillLedger.Entry) async throws -> HTTPClientResponse {
        let wish = ReserveRequest(productID: entry.product, requestID: entry.request)
        return try await post(Route.createIntent.path(), wish, entry)
    }

    func post(
        _ path: String, _ body: some Encodable, _ entry: KillLedger.Entry
    ) async throws -> HTTPClientResponse {
        try await connection.request(
            .post, path, headers: headers(entry.account, entry.device),
            body: try WireCoding.encode(body), timeout: .seconds(20))
    }

    func state(of account: String) async throws -> StateDocument {
        let answer = try await connection.request(
            .get, Route.getState.path(), headers: headers(account, "watcher"))
        return try WireCoding.decode(StateDocument.self, from: answer.body)
    }

    static func intent(_ answer: HTTPClientResponse) throws -> Intent {
        try WireCoding.decode(IntentEnvelope.self, from: answer.body).intent
    }

    private func headers(_ account: String, _ device: String) -> [(name: String, value: String)] {
        [
            ("Authorization", "Bearer \(key)"), ("Interlock-Account", account),
            ("Interlock-Device", device), ("Content-Type", "application/json"),
        ]
    }
}
