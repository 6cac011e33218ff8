import EventLoop
import FoundationEssentials
import Glibc
import HTTPClient
import InterlockAPI
import StoreSigner
import Synchronization
import TestSupport
import Testing

/// The service is killed in the middle of 32 clients; what it had acknowledged is there afterwards.
@Suite struct KillPromises {
    private struct Key: Decodable { let key: String }

    /// What clients were told: account, request, intent, and whether a transaction settled it.
    private final class Told: Sendable {
        struct Entry: Sendable {
            let account: String
            let intent: UUID
            var isSettled = false
        }

        let entries = Mutex<[Entry]>([])

        var settled: Int { entries.withLock { $0.count(where: \.isSettled) } }
    }

    private let signer: StoreSigner
    private let folder: String
    private let store: String

    init() throws {
        signer = try StoreSigner()
        folder = try TestFolder.path("kill")
        store = try TestFolder.path("kill-store")
        try signer.save(to: store)
    }

    @Test("SIGKILL in the middle of 32 clients that reserve and settle loses nothing acknowledged")
    func nothingAcknowledgedIsLost() async throws {
        let told = Told()
        let service = try serve()
        let port = try await port(of: service)
        try await run(
            """
            app create --id kill --bundle-id com.example.kill --environment Sandbox \
            --root-certificate \(store)/root.der
            """)
        let catalog = store + "/catalog.json"
        try Data("{\"products\":[{\"product_id\":\"lifetime\",\"kind\":\"non_consumable\"}]}".utf8)
            .write(to: URL(filePath: catalog))
        try await run("catalog apply \(catalog) --app kill")
        let output = try await run("key create --app kill --role service --json")
        let key = try WireCoding.decode(Key.self, from: Array(output.utf8)).key

        try await withLoop { loop in
            await withTaskGroup { group in
                for client in 0..<32 {
                    group.addTask(executorPreference: loop) {
                        await buy(client, port, key, told, loop)
                    }
                }
                group.addTask {
                    try? await eventually("a hundred purchases", within: .seconds(60)) {
                        told.settled >= 100
                    }
                    service.send(SIGKILL)
                }
            }
        }
        _ = try await service.status()
        #expect(told.settled >= 100)
        let again = try serve()
        try await check(told, try await self.port(of: again), key)
        again.send(SIGTERM)
        #expect(try await again.status() == 0)
    }

    private func serve() throws -> ServerProcess {
        try ServerProcess(
            "interlock",
            ["serve", "--data-dir", folder, "--listen", "127.0.0.1:0", "--drain", "0"])
    }

    private func port(of service: ServerProcess) async throws -> UInt16 {
        try #require(UInt16(try await service.line(after: "listening on http://127.0.0.1:")))
    }

    @discardableResult
    private func run(_ line: String) async throws -> String {
        let words = line.split(separator: " ").map(String.init)
        let ran = try await ProgramOutput(words + ["--data-dir", folder])
        #expect(ran.status == 0, "\(ran.errors)")
        return ran.output
    }

    private func headers(_ key: String, _ account: String) -> [(name: String, value: String)] {
        [
            ("Authorization", "Bearer \(key)"), ("Interlock-Account", account),
            ("Interlock-Device", "d"), ("Content-Type", "application/json"),
        ]
    }

    /// One account after the other, until the service is gone.
    private func buy(
        _ client: Int, _ port: UInt16, _ key: String, _ told: Told, _ loop: EventLoop
    ) async {
        let connection = HTTPConnection(host: "127.0.0.1", port: port, on: loop)
        defer { connection.close() }
        for round in 0... {
            let account = "c\(client)-\(round)"
            let wish = ReserveRequest(productID: "lifetime", requestID: "r")
            guard let body = try? WireCoding.encode(wish),
                let granted = try? await connection.request(
                    .post, "/v1/intents", headers: headers(key, account), body: body),
                granted.status == 201,
                let intent = try? WireCoding.decode(IntentEnvelope.self, from: granted.body).intent
            else { return }
            let index = told.entries.withLock { entries in
                entries.append(.init(account: account, intent: intent.id))
                return entries.count - 1
            }
            guard let signed = try? signer.transaction(purchase(account, intent)),
                let upload = try? WireCoding.encode(
                    ReportRequest(result: .purchased, signedTransaction: signed)),
                let settled = try? await connection.request(
                    .post, Route.reportIntent.path(intent.id.wireText),
                    headers: headers(key, account), body: upload), settled.status == 200
            else { return }
            told.entries.withLock { $0[index].isSettled = true }
        }
    }

    private func purchase(_ account: String, _ intent: Intent) -> TransactionTemplate {
        TransactionTemplate(
            transactionID: "T-\(account)", bundleID: "com.example.kill", productID: "lifetime",
            purchaseDate: intent.createdAt.milliseconds + 1,
            appAccountToken: intent.appAccountToken.wireText)
    }

    private func check(_ told: Told, _ port: UInt16, _ key: String) async throws {
        try await withLoop { loop in
            let connection = HTTPConnection(host: "127.0.0.1", port: port, on: loop)
            let wish = try WireCoding.encode(
                ReserveRequest(productID: "lifetime", requestID: "r"))
            for entry in told.entries.withLock({ $0 }) {
                let again = try await connection.request(
                    .post, "/v1/intents", headers: headers(key, entry.account), body: wish)
                #expect(again.status == 200)
                let intent = try WireCoding.decode(IntentEnvelope.self, from: again.body).intent
                #expect(intent.id == entry.intent)
                if entry.isSettled { #expect(intent.transactionID == "T-\(entry.account)") }
            }
            connection.close()
        }
    }
}
