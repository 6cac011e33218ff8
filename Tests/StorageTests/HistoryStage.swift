import AppStore
import Authentication
import Coordination
import EventLoop
import FakeStore
import FoundationEssentials
import InterlockAPI
import PostgresClient
import StoreSigner
import TestSupport

@testable import Storage

/// A database with two apps of one catalog: what is told to one in order is told to the other anyhow.
struct HistoryStage: Sendable {
    static let seasonDays: Int64 = 90
    static let catalog = """
        {"products": [
          {"product_id": "basic", "kind": "auto_renewable", "subscription_group": "pro", "level": 3,
           "duration": "P1M", "exclusion_sets": ["premium"]},
          {"product_id": "monthly", "kind": "auto_renewable", "subscription_group": "pro", "level": 2,
           "duration": "P1M", "exclusion_sets": ["premium"]},
          {"product_id": "yearly", "kind": "auto_renewable", "subscription_group": "pro", "level": 2,
           "duration": "P1Y", "exclusion_sets": ["premium"]},
          {"product_id": "family", "kind": "auto_renewable", "subscription_group": "pro", "level": 1,
           "duration": "P1M", "exclusion_sets": ["premium"], "family_shareable": true},
          {"product_id": "news", "kind": "auto_renewable", "subscription_group": "news",
           "duration": "P1M"},
          {"product_id": "lifetime", "kind": "non_consumable", "exclusion_sets": ["premium"],
           "family_shareable": true},
          {"product_id": "season", "kind": "non_renewing", "duration": "P\(seasonDays)D"},
          {"product_id": "coins", "kind": "consumable"}],
         "exclusion_sets": [{"id": "premium", "audience": "group"}]}
        """

    let storage: Storage
    let loops: EventLoopGroup
    let signer: StoreSigner
    let verifier: StoreVerifier
    let products: [StoreProduct]

    /// Runs `body` on a database of its own and two loops.
    static func with(_ body: @Sendable (HistoryStage) async throws -> Void) async throws {
        try await TestDatabase.with(
            key: "storage", prepare: { url in try await StorageFixture.migrate(url) },
            { database in
                let loops = try EventLoopGroup(count: 2, name: "histories")
                let base = Database(
                    try PostgresConfiguration(url: database.url)
                        .assuming(role: AuditGuard.role),
                    on: loops, options: PostgresPoolOptions(maximum: 4))
                let outcome: Result<Void, any Error>
                do {
                    outcome = .success(try await body(try await prepare(Storage(base), loops)))
                } catch { outcome = .failure(error) }
                await base.close()
                await Offload.run { loops.stop() }
                try outcome.get()
            })
    }

    private static func prepare(_ storage: Storage, _ loops: EventLoopGroup) async throws -> Self {
        let signer = try StoreSigner()
        let catalog = try Catalog(document: Array(catalog.utf8))
        for id in [HistoryCast.inOrder, HistoryCast.anyhow] {
            var app = AppChange()
            app.bundleIDs = ["\(StorageFixture.bundleID).\(id)"]
            app.roots = [signer.rootCertificateDER]
            _ = try await storage.apps.create(id, app, signer: .generate(), actor: .user)
            _ = try await storage.catalogs.apply(
                catalog, appID: id, expected: nil, actor: .key(id: "test", label: "test"))
        }
        let verifier = StoreVerifier(
            roots: TrustedRoots(certificates: [signer.root]),
            bundleIDs: [StorageFixture.bundleID], appAppleID: nil, environments: [.sandbox])
        guard let products = StoreProduct.list(of: catalog.document) else {
            throw StorageError.defect("the catalog has other products than the store")
        }
        return Self(
            storage: storage, loops: loops, signer: signer, verifier: verifier, products: products)
    }

    /// Makes the accounts of both apps; with their tokens, or with others.
    func makeAccounts(_ casts: [HistoryCast], areTokensKnown: Bool) async throws {
        var (keys, apps, names, tokens): ([UUID], [String], [String], [UUID]) = ([], [], [], [])
        for cast in casts {
            for app in [HistoryCast.inOrder, HistoryCast.anyhow] {
                for customer in cast.customers {
                    for token in areTokensKnown ? customer.tokens : [UUID()] {
                        keys.append(cast.account(customer.name, in: app).key)
                        apps.append(app)
                        names.append(customer.name)
                        tokens.append(token)
                    }
                }
            }
        }
        _ = try await storage.database.call(
            """
            select count(e) + count(s)
            from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[]) a (key, app, name, token)
            cross join lateral interlock.accounts_ensure(key, app, name, token) e
            cross join lateral interlock.accounts_set_token(key, app, token) s
            """,
            [.uuidArray(keys), .textArray(apps), .textArray(names), .uuidArray(tokens)])
    }

    /// Brings one message to an app's ledger.
    func deliver(_ parcel: HistoryPost.Parcel, to app: String) async throws {
        switch parcel {
        case .notification(let notification, let ids):
            // Nobody ever sends two apps the same notification.
            let id = app == HistoryCast.inOrder ? ids.inOrder : ids.anyhow
            _ = try await storage.ledger.ingest(notification, id: id, appID: app)
        case .fact(let fact, let source, let uploader):
            _ = try await storage.ledger.ingest(
                fact,
                from: .init(
                    appID: app, source: source,
                    uploader: uploader.map { AccountName(appID: app, accountID: $0) }))
        }
    }

    /// The tokens get known, in their order, and the accounts get what waited for them.
    func claim(for cast: HistoryCast, in app: String) async throws {
        for customer in cast.customers {
            let account = cast.account(customer.name, in: app)
            for token in customer.tokens {
                _ = try await storage.accounts.setToken(account, to: token)
                _ = try await storage.ledger.claimParked(token, for: account)
            }
        }
    }
}
