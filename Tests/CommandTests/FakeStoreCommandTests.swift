import Glibc
import InterlockAPI
import TestSupport
import Testing

/// The stand-in store as a person uses it.
@Suite struct FakeStoreCommandTests {
    private struct Served: Decodable { let url: String }
    private struct Bought: Decodable {
        struct Transaction: Decodable {
            let signedTransaction: String
            enum CodingKeys: String, CodingKey { case signedTransaction = "signed_transaction" }
        }
        let result: String
        let transactions: [Transaction]
    }

    private func serve(_ more: [String] = []) throws -> ServerProcess {
        try ServerProcess(
            "interlock",
            [
                "fake-store", "serve", "--folder", try TestFolder.path("store"), "--bundle-id",
                "com.example.notes", "--product", "coins=consumable", "--listen", "127.0.0.1:0",
            ] + more)
    }

    @Test("It serves, says that it is for tests, is acted on, and ends with 0")
    func serves() async throws {
        let store = try serve()
        let url =
            "http://127.0.0.1:" + (try await store.line(after: "listening on http://127.0.0.1:"))
        #expect(store.errors.contains("for tests"))
        let buy = ["fake-store", "buy", "--buyer", "anna", "--product", "coins", "--url", url]
        let told = try await ProgramOutput(buy)
        #expect(told.status == 0)
        #expect(told.output.hasPrefix("anna bought coins\n"))
        let ran = try await ProgramOutput(buy + ["--json"])
        let bought = try WireCoding.decode(Bought.self, from: Array(ran.output.utf8))
        #expect(bought.result == "purchased")
        #expect(bought.transactions[0].signedTransaction.hasPrefix("eyJ"))
        let refused = try await ProgramOutput(
            ["fake-store", "renew", "--buyer", "anna", "--url", url, "--json"])
        #expect(refused.status == 1)
        #expect(refused.output.isEmpty)
        #expect(refused.errors == "interlock: it is no auto-renewable subscription\n")
        store.send(SIGTERM)
        #expect(try await store.status() == 0, "\(store.errors)")
    }

    @Test("serve --json tells where it listens in one document")
    func servesJSON() async throws {
        let store = try serve(["--json"])
        try await eventually("it listens") { store.output.contains("root_certificate") }
        store.send(SIGTERM)
        #expect(try await store.status() == 0, "\(store.errors)")
        let served = try WireCoding.decode(Served.self, from: Array(store.output.utf8))
        #expect(served.url.hasPrefix("http://127.0.0.1:"))
    }

    @Test("It refuses to listen to others, and to act where no store is")
    func refuses() async throws {
        let open = try await ProgramOutput(
            [
                "fake-store", "serve", "--folder", try TestFolder.path("store"), "--bundle-id", "b",
                "--product", "coins=consumable", "--listen", "0.0.0.0:0",
            ])
        #expect(open.status == 1)
        #expect(open.errors.contains("no loopback address"))
        let nobody = try await ProgramOutput(["fake-store", "state", "--url", "http://127.0.0.1:1"])
        #expect(nobody.status == 1)
        let nothing = try await ProgramOutput(
            ["fake-store", "serve", "--folder", "x", "--bundle-id", "b"])
        #expect(nothing.status == 2)
    }
}
