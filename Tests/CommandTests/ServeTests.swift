import EventLoop
import Glibc
import HTTPClient
import InterlockAPI
import TestSupport
import Testing

@Suite struct ServeTests {
    private struct Created: Decodable { let id: String }
    private struct Key: Decodable { let key: String }
    private struct Locks: Decodable { let locks: [Lock] }
    private struct Lock: Decodable {}

    private static let catalog = """
        {"products": [
            {"product_id": "monthly", "kind": "auto_renewable", "subscription_group": "pro"},
            {"product_id": "yearly", "kind": "auto_renewable", "subscription_group": "pro"}]}
        """

    private func serve(_ folder: String) throws -> ServerProcess {
        try ServerProcess(
            "interlock",
            ["serve", "--data-dir", folder, "--listen", "127.0.0.1:0", "--drain", "0"])
    }

    /// Runs a command on the service's database and reads its JSON.
    private func json<Value: Decodable>(
        _ type: Value.Type, _ folder: String, _ line: String
    ) async throws -> Value {
        let words = line.split(separator: " ").map(String.init)
        let ran = try await ProgramOutput(words + ["--json", "--data-dir", folder])
        #expect(ran.status == 0, "\(line): \(ran.errors)")
        return try WireCoding.decode(type, from: Array(ran.output.utf8))
    }

    private func port(_ service: ServerProcess) async throws -> UInt16 {
        let address = try await service.line(after: "listening on http://127.0.0.1:")
        return try #require(UInt16(address))
    }

    /// Reserves; the service may need a moment to hear of a new app.
    private func reserve(
        _ port: UInt16, _ token: String, _ product: String, _ requestID: String,
        expecting status: Int
    ) async throws -> HTTPClientResponse {
        let body = try WireCoding.encode(
            ReserveRequest(productID: product, requestID: requestID))
        return try await withLoop { loop in
            let connection = HTTPConnection(host: "127.0.0.1", port: port, on: loop)
            var last: HTTPClientResponse?
            try await eventually("status \(status) of the reserve \(requestID)") {
                let answer = try await connection.request(
                    .post, "/v1/intents",
                    headers: [
                        ("Authorization", "Bearer \(token)"),
                        ("Content-Type", "application/json"),
                    ], body: body)
                last = answer
                return answer.status == status
            }
            connection.close()
            return try #require(last)
        }
    }

    private func write(_ text: String, to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        let bytes = Array(text.utf8)
        try #require(Glibc.write(file, bytes, bytes.count) == bytes.count)
    }

    @Test("From an empty folder to a released lock; SIGKILL loses nothing; SIGTERM ends with 0")
    func life() async throws {
        let folder = try TestFolder.path("serve")
        let catalog = try TestFolder.path("catalog.json")
        try write(Self.catalog, to: catalog)
        var service = try serve(folder)
        var port = try await port(service)

        let app = "app create --id notes --bundle-id com.example.notes --environment Sandbox"
        #expect(try await json(Created.self, folder, app).id == "notes")
        let again = try await ProgramOutput(
            app.split(separator: " ").map(String.init) + ["--data-dir", folder])
        #expect(again.status == 1)
        let key = try await json(
            Key.self, folder, "key create --app notes --role service --label backend")
        #expect(key.key.hasPrefix("ilk_"))
        let dry = try await ProgramOutput(
            ["catalog", "apply", catalog, "--app", "notes", "--dry-run", "--data-dir", folder])
        #expect(dry.output.contains("+ product monthly"))
        let applied = try await ProgramOutput(
            ["catalog", "apply", catalog, "--app", "notes", "--data-dir", folder])
        #expect(applied.status == 0, "\(applied.errors)")
        let token = "token --app notes --account ada --device"
        let phone = try await json(ClientToken.self, folder, "\(token) phone").token
        let tablet = try await json(ClientToken.self, folder, "\(token) tablet").token

        let granted = try await reserve(port, phone, "monthly", "r1", expecting: 201)
        let intent = try WireCoding.decode(IntentEnvelope.self, from: granted.body).intent
        _ = try await reserve(port, tablet, "yearly", "r2", expecting: 409)

        service.send(SIGKILL)
        _ = try await service.status()
        service = try serve(folder)
        port = try await self.port(service)
        let replayed = try await reserve(port, phone, "monthly", "r1", expecting: 200)
        #expect(
            try WireCoding.decode(IntentEnvelope.self, from: replayed.body).intent.id == intent.id)

        #expect(try await json(Locks.self, folder, "locks list --app notes").locks.count == 1)
        let doctor = try await ProgramOutput(
            ["doctor", "--url", "http://127.0.0.1:\(port)", "--data-dir", folder])
        #expect(doctor.status == 0, "\(doctor.output)\(doctor.errors)")
        #expect(!doctor.output.contains("fail"))
        let release = "locks release \(intent.id.wireText) --app notes --reason ticket-12"
        let released = try await ProgramOutput(
            release.split(separator: " ").map(String.init) + ["--data-dir", folder])
        #expect(released.status == 0, "\(released.errors)")
        #expect(try await json(Locks.self, folder, "locks list --app notes").locks.isEmpty)
        _ = try await reserve(port, tablet, "yearly", "r3", expecting: 201)

        service.send(SIGTERM)
        #expect(try await service.status() == 0, "\(service.errors)")
    }

    @Test("The demo plays every step on a running service")
    func demo() async throws {
        let folder = try TestFolder.path("demo")
        let service = try serve(folder)
        let port = try await port(service)
        let played = try await ProgramOutput(
            ["demo", "--url", "http://127.0.0.1:\(port)", "--data-dir", folder])
        #expect(played.status == 0, "\(played.output)\(played.errors)")
        let doctor = try await ProgramOutput(["doctor", "--data-dir", folder])
        #expect(doctor.output.contains("ok    demo: "), "the demo's app lacks nothing")
        service.send(SIGTERM)
        #expect(try await service.status() == 0, "\(service.errors)")
    }

    @Test(
        "Wrong usage ends the program with 2, the reason on standard error",
        arguments: [
            ["app", "create", "--id", "notes"], ["serve", "--listen", "8080"], ["nonsense"],
            ["token", "--app", "a", "--account", "b", "--device", "c", "--expires-in", "soon"],
        ])
    func wrongUsage(arguments: [String]) async throws {
        let folder = try TestFolder.path("nothing")
        let ran = try await ProgramOutput(
            arguments, environment: ["INTERLOCK_DATA_DIR=\(folder)"])
        #expect(ran.status == 2, "\(ran.errors)")
        #expect(ran.output.isEmpty)
        #expect(ran.errors.contains("--help"))
    }

    @Test("A command without a running service fails with 1 and says what to do")
    func nothingRuns() async throws {
        let folder = try TestFolder.path("nothing")
        let ran = try await ProgramOutput(["app", "list", "--data-dir", folder])
        #expect(ran.status == 1)
        #expect(ran.errors.contains("interlock serve --data-dir"))
        #expect(ran.output.isEmpty)
    }

    @Test("A broken catalog is refused with the place of every error")
    func brokenCatalog() async throws {
        let path = try TestFolder.path("broken.json")
        try write(
            """
            {"products": [{"product_id": "a", "kind": "toy"}, {"kind": "consumable"}]}
            """, to: path)
        let folder = try TestFolder.path("nothing")
        let ran = try await ProgramOutput(
            ["catalog", "apply", path, "--app", "notes", "--data-dir", folder])
        #expect(ran.status == 1)
        #expect(ran.errors.contains("products[0].kind"))
        #expect(ran.errors.contains("products[1].product_id"))
    }
}
