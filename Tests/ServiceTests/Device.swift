import FoundationEssentials
import HTTPClient
import InterlockAPI
import Testing

/// Speaks to the service over HTTP as one caller.
struct Device: Sendable {
    let connection: HTTPConnection
    let credential: String?

    func send(
        _ method: HTTPConnection.Method, _ path: String,
        headers: [(name: String, value: String)] = [], body: [UInt8] = []
    ) async throws -> HTTPClientResponse {
        var headers = headers
        if let credential { headers.append(("Authorization", "Bearer \(credential)")) }
        return try await connection.request(
            method, path, headers: headers, body: body, timeout: .seconds(60))
    }

    func post(_ path: String, _ json: String) async throws -> HTTPClientResponse {
        try await send(
            .post, path, headers: [("Content-Type", "application/json")], body: Array(json.utf8))
    }

    func reserve(
        _ product: String, request: String = UUID().uuidString
    ) async throws -> HTTPClientResponse {
        try await post(
            "/v1/intents", "{\"product_id\":\"\(product)\",\"request_id\":\"\(request)\"}")
    }

    /// Reserves and expects it to be granted.
    func granted(_ product: String) async throws -> Intent {
        let response = try await reserve(product)
        #expect(response.status == 201)
        return try response.read(IntentEnvelope.self).intent
    }

    func report(_ intent: Intent, _ json: String) async throws -> HTTPClientResponse {
        try await post("/v1/intents/\(intent.id.wireText)/result", json)
    }

    func state() async throws -> StateDocument {
        try await send(.get, "/v1/state").read(StateDocument.self)
    }

    func poll(_ etag: String, wait: Int = 30) async throws -> HTTPClientResponse {
        try await send(
            .get, "/v1/state",
            headers: [("If-None-Match", "\"\(etag)\""), ("Prefer", "wait=\(wait)")])
    }
}

extension HTTPClientResponse {
    func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try WireCoding.decode(type, from: body)
    }

    /// The code of a refusal.
    var code: String { (try? read(Problem.self).code) ?? "no problem: \(text)" }

    var text: String { String(decoding: body, as: UTF8.self) }
}

extension StateDocument {
    func product(_ id: String) -> ProductState? { products.first { $0.productID == id } }
}
