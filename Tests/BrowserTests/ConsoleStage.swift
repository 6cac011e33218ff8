import EventLoop
import FoundationEssentials
import Glibc
import HTTPClient
import InterlockAPI
import PostgresClient
import StoreSigner
import Synchronization
import TestSupport
import Testing

/// The built program on a database of its own, with the app `notes`, a store that signs for it, and keys.
struct ConsoleStage: Sendable {
    static let bundleID = "com.example.notes"
    static let catalog = """
        {"products": [
          {"product_id": "notes.pro.monthly", "kind": "auto_renewable", "subscription_group": "pro",
           "exclusion_sets": ["premium"], "family_shareable": true},
          {"product_id": "notes.pro.yearly", "kind": "auto_renewable", "subscription_group": "pro",
           "exclusion_sets": ["premium"], "family_shareable": true},
          {"product_id": "notes.lifetime", "kind": "non_consumable", "exclusion_sets": ["premium"],
           "family_shareable": true},
          {"product_id": "notes.themes", "kind": "non_consumable"},
          {"product_id": "notes.coins.100", "kind": "consumable"}]}
        """
    /// One store for all databases: making one takes a while.
    private static let store = Result { try StoreSigner() }
    private static let keys = Mutex<[String: String]>([:])

    let url: String
    let signer: StoreSigner
    private let port: UInt16
    private let loop: EventLoop
    private let database: TestDatabase

    /// Runs `body` with a service, which has to end well afterwards.
    static func with(_ body: (ConsoleStage) async throws -> Void) async throws {
        let signer = try store.get()
        try await TestDatabase.with(
            key: "console", prepare: { url in try await prepare(url, signer) },
            { database in
                try await withLoop { loop in
                    let service = try ServerProcess(
                        "interlock",
                        [
                            "serve", "--database-url", database.url, "--listen", "127.0.0.1:0",
                            "--drain", "0",
                        ])
                    let line = try await service.line(after: "listening on http://127.0.0.1:")
                    let port = try #require(UInt16(line))
                    let stage = ConsoleStage(
                        url: "http://127.0.0.1:\(port)", signer: signer, port: port, loop: loop,
                        database: database)
                    try await body(stage)
                    service.send(SIGTERM)
                    #expect(try await service.status() == 0, "\(service.errors)")
                }
            })
    }

    /// A key of that role.
    func key(_ role: String) -> String { Self.keys.withLock { $0[role] ?? "" } }

    /// Somebody who calls the service with a key or a token, on a connection of its own.
    func caller(_ credential: String) -> Caller {
        Caller(
            connection: HTTPConnection(host: "127.0.0.1", port: port, on: loop),
            credential: credential)
    }

    /// A device with a token of its own.
    func device(_ account: String, _ name: String) async throws -> Caller {
        let wish = ClientTokenRequest(accountID: account, deviceID: name)
        let answer = try await caller(key("service")).post("/v1/client-tokens", wish)
        #expect(answer.status == 201, "\(answer.text)")
        return caller(try answer.read(ClientToken.self).token)
    }

    /// Runs SQL of the test itself and gives the first column of the first row.
    @discardableResult
    func ask(_ sql: String) async throws -> String? {
        try await withPool(database.superuserURL) { pool in
            try await pool.query(PostgresStatement(sql)).first?.optionalText(0)
        }
    }

    private static func prepare(_ url: String, _ signer: StoreSigner) async throws {
        let folder = try TestFolder.path("console")
        try signer.save(to: folder)
        let catalog = "\(folder)/catalog.json"
        try Data(Self.catalog.utf8).write(to: URL(filePath: catalog))
        try await run("migrate", url)
        try await run(
            """
            app create --id notes --bundle-id \(bundleID) --environment Sandbox \
            --root-certificate \(folder)/root.der
            """, url)
        try await run("catalog apply \(catalog) --app notes", url)
        for role in ["service", "viewer", "operator", "admin"] {
            let key = try await key(role, label: "\(role)-key", url)
            keys.withLock { $0[role] = key }
        }
    }

    /// Replaces the catalog as an operator does at a terminal.
    func replaceCatalog(_ document: WireValue) async throws {
        let file = try TestFolder.path("catalog")
        try Data(WireCoding.encode(document)).write(to: URL(filePath: file))
        try await Self.run("catalog apply \(file) --app notes", database.url)
    }

    /// Makes a key of that role and gives it.
    func makeKey(_ role: String, label: String) async throws -> String {
        try await Self.key(role, label: label, database.url)
    }

    /// Makes another app and gives a viewer's key of it.
    func makeApp(_ id: String) async throws -> String {
        try await Self.run(
            "app create --id \(id) --bundle-id com.example.\(id) --environment Sandbox",
            database.url)
        return try await Self.key("viewer", label: "viewer-key", app: id, database.url)
    }

    private static func key(
        _ role: String, label: String, app: String = "notes", _ url: String
    ) async throws -> String {
        let made = try await run(
            ["key", "create", "--app", app, "--role", role, "--label", label, "--json"], url)
        let document = try WireCoding.decode(WireValue.self, from: Array(made.utf8))
        return try #require(document["key"]?.text)
    }

    private static func run(_ line: String, _ url: String) async throws {
        try await run(line.split(separator: " ").map(String.init), url)
    }

    @discardableResult
    private static func run(_ words: [String], _ url: String) async throws -> String {
        let program = try ServerProcess("interlock", words + ["--database-url", url])
        let status = try await program.status()
        #expect(status == 0, "\(words): \(program.errors)")
        return program.output
    }
}
