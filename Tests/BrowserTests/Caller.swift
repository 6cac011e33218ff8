import FoundationEssentials
import HTTPClient
import InterlockAPI
import Testing

/// Calls the service over HTTP as a device does, or a backend.
struct Caller: Sendable {
    let connection: HTTPConnection
    let credential: String

    func send(
        _ method: HTTPConnection.Method, _ path: String,
        headers: [(name: String, value: String)] = [], body: [UInt8] = []
    ) async throws -> HTTPClientResponse {
        try await connection.request(
            method, path, headers: headers + [("Authorization", "Bearer \(credential)")],
            body: body, timeout: .seconds(90))
    }

    func post(_ path: String, _ body: some Encodable) async throws -> HTTPClientResponse {
        try await send(
            .post, path, headers: [("Content-Type", "application/json")],
            body: try WireCoding.encode(body))
    }

    /// Reserves and expects it to be granted.
    func granted(
        _ product: String, request: String = UUID().uuidString, metadata: WireValue? = nil
    ) async throws -> Intent {
        let wish = ReserveRequest(productID: product, requestID: request, metadata: metadata)
        let answer = try await post("/v1/intents", wish)
        #expect(answer.status == 201, "\(answer.text)")
        return try answer.read(IntentEnvelope.self).intent
    }

    /// Reports and expects it to be taken.
    @discardableResult
    func told(_ intent: Intent, _ report: ReportRequest) async throws -> Intent {
        let answer = try await post("/v1/intents/\(intent.id.wireText)/result", report)
        #expect(answer.status == 200, "\(answer.text)")
        return try answer.read(IntentEnvelope.self).intent
    }

    func state() async throws -> StateDocument {
        try await send(.get, "/v1/state").read(StateDocument.self)
    }

    /// Waits at the service until the state is another than `etag`.
    func poll(_ etag: String) async throws -> HTTPClientResponse {
        try await send(
            .get, "/v1/state",
            headers: [("If-None-Match", "\"\(etag)\""), ("Prefer", "wait=55")])
    }

    /// Uploads transactions as the store signed them.
    func upload(_ signed: [String]) async throws {
        let answer = try await post(
            "/v1/transactions", TransactionUpload(signedTransactions: signed))
        #expect(answer.status == 200, "\(answer.text)")
    }
}

extension HTTPClientResponse {
    func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try WireCoding.decode(type, from: body)
    }

    var text: String { String(decoding: body, as: UTF8.self) }
}

extension StateDocument {
    func button(_ product: String) -> ProductStatus? {
        products.first { $0.productID == product }?.status
    }
}
