import AppStore
import Authentication
import Coordination
import Cryptography
import EventLoop
import FoundationEssentials
import HTTPClient
import InterlockAPI
import PostgresClient
import Storage
import StoreSigner
import Telemetry
import TestSupport

@testable import Service

/// A running service on a database of its own, with the app `demo` and a store that signs for it.
struct ServiceFixture: Sendable {
    static let bundleID = "com.example.demo"
    static let catalog = """
        {"products": [
          {"product_id": "monthly", "kind": "auto_renewable", "subscription_group": "G",
           "exclusion_sets": ["premium"]},
          {"product_id": "yearly", "kind": "auto_renewable", "subscription_group": "G",
           "exclusion_sets": ["premium"]},
          {"product_id": "lifetime", "kind": "non_consumable", "exclusion_sets": ["premium"]},
          {"product_id": "coins", "kind": "consumable"}],
         "exclusion_sets": [{"id": "premium", "audience": "group"}]DEADLINES}
        """

    let service: Service
    /// Logs in as the owner of the database.
    let url: String
    let storage: Storage
    let metrics: Metrics
    let loops: EventLoopGroup
    let signer: StoreSigner
    let registry: AppRegistry
    let serviceKey: String
    let operatorKey: String
    let viewerKey: String
    let adminKey: String

    /// Runs `body` with a service of two loops; the deadline of a reservation is `reserved`.
    static func with(
        reserved: String? = nil, environments: [StoreEnvironment] = [.sandbox],
        logger: Logger = Logger(level: .warning, format: .human),
        configure: (inout ServiceConfiguration) -> Void = { _ in },
        _ body: (ServiceFixture) async throws -> Void
    ) async throws {
        var configuration = ServiceConfiguration()
        configure(&configuration)
        try await TestDatabase.with(
            key: "service", prepare: { url in try await migrate(url) },
            { [configuration] database in
                let loops = try EventLoopGroup(count: 2, name: "service")
                // As the service does, whose login is the owner's.
                let postgres = try PostgresConfiguration(url: database.url)
                    .assuming(role: AuditGuard.role)
                let base = Database(
                    postgres, on: loops, options: PostgresPoolOptions(maximum: 6))
                let feedPool = PostgresPool(
                    postgres, on: loops.loops[0], options: PostgresPoolOptions(maximum: 1))
                let outcome: Result<Void, any Error>
                do {
                    let fixture = try await start(
                        configuration, database.url, Storage(base),
                        ChangeFeed(postgres, feedPool, logger: logger),
                        loops, logger, reserved, environments)
                    do {
                        outcome = .success(try await body(fixture))
                    } catch { outcome = .failure(error) }
                    await fixture.service.stop(within: .seconds(2))
                } catch { outcome = .failure(error) }
                await feedPool.close()
                await base.close()
                await Offload.run { loops.stop() }
                try outcome.get()
            })
    }

    private static func migrate(_ url: String) async throws {
        let loop = try EventLoop(name: "migrate")
        let pool = PostgresPool(
            try PostgresConfiguration(url: url), on: loop, options: PostgresPoolOptions(maximum: 1))
        _ = try await Migrator.migrate(pool)
        await pool.close()
        await Offload.run { loop.stop() }
    }

    private static func start(
        _ configuration: ServiceConfiguration, _ url: String, _ storage: Storage,
        _ feed: ChangeFeed,
        _ loops: EventLoopGroup, _ logger: Logger, _ reserved: String?,
        _ environments: [StoreEnvironment]
    ) async throws -> Self {
        let signer = try StoreSigner()
        for (id, bundle) in [("demo", bundleID), ("other", "com.example.other")] {
            var app = AppChange()
            app.bundleIDs = [bundle]
            app.environments = environments
            app.roots = [signer.rootCertificateDER]
            _ = try await storage.apps.create(id, app, signer: .generate(), actor: .user)
        }
        let deadlines = reserved.map { ", \"deadlines\": {\"reserved\": \"\($0)\"}" } ?? ""
        let document = catalog.replacing("DEADLINES", with: deadlines)
        _ = try await storage.catalogs.apply(
            try Catalog(document: Array(document.utf8)), appID: "demo", expected: nil,
            actor: .key(id: "test", label: "test"))
        var keys: [KeyRole: String] = [:]
        for role in KeyRole.allCases {
            let (text, key) = AccessKey.generate()
            _ = try await storage.keys.create(
                key, id: UUID(), appID: "demo", role: role, label: role.rawValue, actor: .user)
            keys[role] = text.expose()
        }
        let registry = AppRegistry(storage)
        let metrics = Metrics()
        let service = try await Service.start(
            configuration: configuration, storage: storage, registry: registry, feed: feed,
            loops: loops, logger: logger, metrics: metrics)
        return Self(
            service: service, url: url, storage: storage, metrics: metrics, loops: loops,
            signer: signer,
            registry: registry, serviceKey: keys[.service] ?? "",
            operatorKey: keys[.operator] ?? "", viewerKey: keys[.viewer] ?? "",
            adminKey: keys[.admin] ?? "")
    }

    /// A device with a client token of its own.
    func device(_ account: String, _ name: String, lifetime: Int64 = 3_600) throws -> Device {
        guard let app = registry.app("demo") else { throw StorageError.defect("no app") }
        let minted = try app.minter.mint(
            accountID: account, deviceID: name, lifetime: lifetime, now: ServiceContext.now)
        return caller(minted.token)
    }

    /// Somebody with a credential, on a connection of its own.
    func caller(_ credential: String?) -> Device {
        Device(
            connection: HTTPConnection(
                host: "127.0.0.1", port: service.port, on: loops.next()), credential: credential)
    }

    /// A signed purchase, bought now.
    func purchase(
        _ id: String, _ product: String, token: UUID? = nil, expires: Int64? = nil,
        change: (inout TransactionTemplate) -> Void = { _ in }
    ) throws -> String {
        var template = TransactionTemplate(
            transactionID: id, bundleID: Self.bundleID, productID: product,
            type: expires == nil ? "Non-Consumable" : "Auto-Renewable Subscription",
            purchaseDate: StoreDate.now.milliseconds,
            expiresDate: expires.map { StoreDate.now.milliseconds + $0 },
            subscriptionGroup: expires == nil ? nil : "G", appAccountToken: token?.uuidString)
        change(&template)
        return try signer.transaction(template)
    }
}
