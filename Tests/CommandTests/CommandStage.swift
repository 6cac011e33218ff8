import EventLoop
import FoundationEssentials
import Glibc
import HTTPClient
import InterlockAPI
import TestSupport
import Testing

/// A `serve` of its own, and commands that are run on its database.
struct CommandStage {
    static let products = """
        {"product_id": "monthly", "kind": "auto_renewable", "subscription_group": "pro"},
        {"product_id": "yearly", "kind": "auto_renewable", "subscription_group": "pro"}
        """

    let folder: String
    let port: UInt16
    private let service: ServerProcess

    /// Runs `body` with a service that has the app `notes`, then ends it by SIGTERM.
    static func with(_ body: (CommandStage) async throws -> Void) async throws {
        let folder = try TestFolder.path("stage")
        let service = try ServerProcess(
            "interlock",
            ["serve", "--data-dir", folder, "--listen", "127.0.0.1:0", "--drain", "0"])
        let port = try await service.line(after: "listening on http://127.0.0.1:")
        let stage = CommandStage(
            folder: folder, port: try #require(UInt16(port)), service: service)
        try await stage.run("app create --id notes --bundle-id com.example --environment Sandbox")
        try await stage.run("catalog apply \(try stage.catalog(products)) --app notes")
        try await body(stage)
        service.send(SIGTERM)
        #expect(try await service.status() == 0, "\(service.errors)")
    }

    /// Writes a file and gives its path.
    static func file(_ name: String, _ text: String) throws -> String {
        let path = try TestFolder.path(name)
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    /// Writes a catalog with these products and gives its path.
    func catalog(_ products: String) throws -> String {
        try Self.file("catalog.json", "{\"products\": [\(products)]}")
    }

    /// Runs a command that has to succeed; its words have no blanks.
    @discardableResult
    func run(_ line: String) async throws -> ProgramOutput {
        let ran = try await ProgramOutput(
            line.split(separator: " ").map(String.init) + ["--data-dir", folder])
        #expect(ran.status == 0, "\(line): \(ran.errors)")
        return ran
    }

    /// Runs a command and reads its document.
    func json<Value: Decodable>(_ type: Value.Type, _ line: String) async throws -> Value {
        let ran = try await run(line + " --json")
        return try WireCoding.decode(type, from: Array(ran.output.utf8))
    }

    func token(_ account: String, _ device: String) async throws -> String {
        let line = "token --app notes --account \(account) --device \(device)"
        return try await json(ClientToken.self, line).token
    }

    /// Reserves `product` for a token.
    func reserve(
        _ product: String, _ token: String, _ connection: HTTPConnection
    ) async throws -> Intent {
        let wish = ReserveRequest(productID: product, requestID: "r")
        let answer = try await connection.request(
            .post, "/v1/intents",
            headers: [
                ("Authorization", "Bearer \(token)"), ("Content-Type", "application/json"),
            ], body: try WireCoding.encode(wish))
        #expect(answer.status == 201, "\(String(decoding: answer.body, as: UTF8.self))")
        return try WireCoding.decode(IntentEnvelope.self, from: answer.body).intent
    }
}
