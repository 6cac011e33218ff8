import AppStore
import Authentication
import Coordination
import Cryptography
import EventLoop
import FoundationEssentials
import InterlockAPI
import PostgresClient
import StoreSigner
import TestSupport

@testable import Storage

/// A migrated database with one app, its catalog, and a store of its own that signs for it.
struct StorageFixture {
    static let bundleID = "com.example.demo"
    static let catalog = """
        {"products": [
          {"product_id": "monthly", "kind": "auto_renewable", "subscription_group": "G",
           "exclusion_sets": ["premium"]},
          {"product_id": "yearly", "kind": "auto_renewable", "subscription_group": "G",
           "exclusion_sets": ["premium"]},
          {"product_id": "lifetime", "kind": "non_consumable", "exclusion_sets": ["premium"]},
          {"product_id": "coins", "kind": "consumable"}],
         "exclusion_sets": [{"id": "premium", "audience": "group"}]}
        """

    let storage: Storage
    let url: String
    let signer: StoreSigner
    let verifier: StoreVerifier

    /// Runs `body` with a fixture on a database of its own and `loops` loops.
    static func with(
        loops count: Int = 2, connections: Int = 4,
        _ body: (StorageFixture) async throws -> Void
    ) async throws {
        try await TestDatabase.with(
            key: "storage", prepare: { url in try await migrate(url) },
            { database in
                let loops = try EventLoopGroup(count: count, name: "storage")
                let base = Database(
                    try PostgresConfiguration(url: database.url).assuming(role: AuditGuard.role),
                    on: loops,
                    options: PostgresPoolOptions(maximum: connections))
                let outcome: Result<Void, any Error>
                do {
                    let fixture = try await prepare(Storage(base), database.url)
                    outcome = .success(try await body(fixture))
                } catch { outcome = .failure(error) }
                await base.close()
                await Offload.run { loops.stop() }
                try outcome.get()
            })
    }

    static func migrate(_ url: String) async throws {
        _ = try await withPool(url) { try await Migrator.migrate($0) }
    }

    static func prepare(_ storage: Storage, _ url: String) async throws -> Self {
        var app = AppChange()
        app.bundleIDs = [bundleID]
        let signer = try StoreSigner()
        app.roots = [signer.rootCertificateDER]
        _ = try await storage.apps.create("demo", app, signer: .generate(), actor: .user)
        let catalog = try Catalog(document: Array(catalog.utf8))
        _ = try await storage.catalogs.apply(
            catalog, appID: "demo", expected: nil, actor: .key(id: "test", label: "test"))
        let verifier = StoreVerifier(
            roots: TrustedRoots(certificates: [signer.root]), bundleIDs: [bundleID],
            appAppleID: nil, environments: [.sandbox])
        return Self(storage: storage, url: url, signer: signer, verifier: verifier)
    }

    func account(_ id: String) -> AccountName { AccountName(appID: "demo", accountID: id) }

    func reserve(
        _ account: AccountName, _ product: String, device: String = "phone",
        request: String = UUID().uuidString
    ) async throws -> IntentAnswer {
        try await storage.intents.reserve(
            account, device: device, environment: .sandbox, productID: product,
            requestID: request, metadata: nil)
    }

    /// A verified purchase, bought now unless `bought` says otherwise (milliseconds).
    func purchase(
        _ id: String, _ product: String, bought: Int64? = nil, expires: Int64? = nil,
        token: UUID? = nil, change: (inout TransactionTemplate) -> Void = { _ in }
    ) throws -> VerifiedFact {
        var template = TransactionTemplate(
            transactionID: id, bundleID: Self.bundleID, productID: product,
            type: expires == nil ? "Non-Consumable" : "Auto-Renewable Subscription",
            purchaseDate: bought ?? StoreDate.now.milliseconds, expiresDate: expires,
            subscriptionGroup: expires == nil ? nil : "G", appAccountToken: token?.uuidString)
        change(&template)
        let transaction = try verifier.transaction(try signer.transaction(template))
        guard let fact = VerifiedFact(transaction: transaction, renewal: nil) else {
            throw StorageError.defect("no fact")
        }
        return fact
    }

    func upload(
        _ fact: VerifiedFact, by account: AccountName?, reporting intent: UUID? = nil
    ) async throws -> LedgerStore.Ingested {
        try await storage.ledger.ingest(
            fact,
            from: .init(
                appID: "demo", source: "device", uploader: account, reportedIntent: intent))
    }

    /// Runs SQL of the test itself and gives the first column of the first row.
    func ask(_ sql: String) async throws -> String? {
        try await withPool(url) { pool in
            try await pool.query(PostgresStatement(sql)).first?.optionalText(0)
        }
    }
}
