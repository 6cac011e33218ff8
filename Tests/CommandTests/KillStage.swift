import FoundationEssentials
import InterlockAPI
import StoreSigner
import TestSupport
import Testing

/// A data directory, and a store that signs for the app in it.
struct KillStage: Sendable {
    static let products = ["lifetime", "archive"]

    private struct Key: Decodable { let key: String }

    let dataDirectory: String
    private let signer: StoreSigner
    private let store: String

    init() throws {
        signer = try StoreSigner()
        dataDirectory = try TestFolder.path("kill")
        store = try TestFolder.path("kill-store")
        try signer.save(to: store)
    }

    /// Makes an app whose products exclude each other, on the running service; gives its key.
    func makeApp() async throws -> String {
        try await run(
            """
            app create --id kill --bundle-id com.example.kill --environment Sandbox \
            --root-certificate \(store)/root.der
            """)
        let entries = Self.products.map {
            """
            {"product_id":"\($0)","kind":"non_consumable","exclusion_sets":["premium"]}
            """
        }
        let catalog = "\(store)/catalog.json"
        try Data("{\"products\":[\(entries.joined(separator: ","))]}".utf8)
            .write(to: URL(filePath: catalog))
        try await run("catalog apply \(catalog) --app kill")
        let output = try await run("key create --app kill --role service --label kill --json")
        return try WireCoding.decode(Key.self, from: Array(output.utf8)).key
    }

    /// Signs the purchase of an intent.
    func purchase(_ intent: Intent, id: String) throws -> String {
        try signer.transaction(
            TransactionTemplate(
                transactionID: id, bundleID: "com.example.kill", productID: intent.productID,
                purchaseDate: intent.createdAt.milliseconds + 1,
                appAccountToken: intent.appAccountToken.wireText))
    }

    @discardableResult
    private func run(_ line: String) async throws -> String {
        let words = line.split(separator: " ").map(String.init)
        let ran = try await ProgramOutput(words + ["--data-dir", dataDirectory])
        #expect(ran.status == 0, "\(ran.errors)")
        return ran.output
    }
}
