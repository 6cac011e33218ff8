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
import Synchronization
import Telemetry
import TestSupport
import Testing

@testable import FakeStore
@testable import Service

/// A database with the app `demo`, and a stand-in store on whose answers the app relies. It sends no
/// notifications: what the service knows it has asked for, unless the test tells it.
struct AskingStage: Sendable {
    /// The store's clock: the machine's, and as far in the past as the test says.
    final class Clock: Sendable {
        private let ahead = Atomic<Int64>(0)

        /// Milliseconds since 1970.
        var now: Int64 { FakeStoreServer.now() + ahead.load(ordering: .sequentiallyConsistent) }

        func set(daysBack: Int64) {
            ahead.store(-daysBack * 86_400_000, ordering: .sequentiallyConsistent)
        }
    }

    static let app = StoreApp(bundleID: "com.example.asking", environment: "Production")
    static let monthly = StoreProduct(
        id: "monthly", kind: .autoRenewable, group: "G", period: ISODuration("P1M"))
    static let catalog = """
        {"products": [
          {"product_id": "monthly", "kind": "auto_renewable", "subscription_group": "G"},
          {"product_id": "lifetime", "kind": "non_consumable"},
          {"product_id": "coins", "kind": "consumable"}], "deadlines": DEADLINES}
        """

    let url: String
    let storage: Storage
    let loops: EventLoopGroup
    let store: FakeStoreServer
    let clock: Clock

    /// Runs `body` with a store whose clock is `daysBack` behind.
    static func with(
        daysBack: Int64 = 0, deadlines: String = "{}", products: [StoreProduct]? = nil,
        configure: (inout FakeStoreOptions) -> Void = { _ in },
        _ body: (AskingStage) async throws -> Void
    ) async throws {
        var options = FakeStoreOptions(
            app: app,
            products: products ?? [
                monthly, StoreProduct(id: "lifetime", kind: .nonConsumable),
                StoreProduct(id: "coins", kind: .consumable),
            ],
            folder: try TestFolder.path("asking-store"), seed: Seed.make("store").value)
        configure(&options)
        try await TestDatabase.with(
            key: "asking",
            prepare: { url in _ = try await withPool(url) { try await Migrator.migrate($0) } },
            { [options] database in
                let loops = try EventLoopGroup(count: 3, name: "asking")
                let base = Database(
                    try PostgresConfiguration(url: database.url)
                        .assuming(role: AuditGuard.role),
                    on: loops, options: PostgresPoolOptions(maximum: 2))
                let clock = Clock()
                clock.set(daysBack: daysBack)
                let outcome: Result<Void, any Error>
                do {
                    let store = try await FakeStoreServer.start(
                        options, on: loops.loops[2], clock: { clock.now })
                    do {
                        let stage = AskingStage(
                            url: database.url, storage: Storage(base), loops: loops, store: store,
                            clock: clock)
                        try await stage.prepare(
                            catalog.replacing("DEADLINES", with: deadlines))
                        outcome = .success(try await body(stage))
                    } catch { outcome = .failure(error) }
                    await store.stop()
                } catch { outcome = .failure(error) }
                await base.close()
                await Offload.run { loops.stop() }
                try outcome.get()
            })
    }

    private func prepare(_ catalog: String) async throws {
        var app = AppChange()
        app.bundleIDs = [Self.app.bundleID]
        app.appleID = Self.app.appAppleID
        app.environments = [.production]
        app.roots = [store.signer.rootCertificateDER]
        _ = try await storage.apps.create("demo", app, signer: .generate(), actor: .user)
        _ = try await storage.catalogs.apply(
            try Catalog(document: Array(catalog.utf8)), appID: "demo", expected: nil,
            actor: .key(id: "test", label: "test"))
    }

    /// Lets the service ask the store about the app.
    func giveAccess(key: PrivateKey? = nil) async throws {
        let path = try #require(store.keyFiles.privateKey)
        let pem = try key.map { Array(try $0.pem().expose().utf8) } ?? FolderFile.read(path)
        let outcome = try await storage.apps.setStoreAccess(
            StoreAccess(
                issuerID: store.key.issuerID, keyID: store.key.keyID, privateKey: Secret(pem),
                addresses: ["Production": "http://127.0.0.1:\(store.port)"]), of: "demo",
            actor: .user)
        #expect(outcome == "set")
    }

    func account(_ id: String) -> AccountName { AccountName(appID: "demo", accountID: id) }

    /// The token by which an account's purchases are its own.
    func token(_ account: String) async throws -> UUID {
        try await storage.accounts.ensure(self.account(account)).appAccountToken
    }

    /// Runs SQL of the test itself and gives the first column of the first row.
    @discardableResult
    func ask(_ sql: String) async throws -> String? {
        try await withPool(url) { pool in
            try await pool.query(PostgresStatement(sql)).first?.optionalText(0)
        }
    }

    /// What the list says of a kind's only check.
    func check(_ kind: String, _ column: String) async throws -> String? {
        try await ask(
            "select (\(column))::text from interlock.store_check where kind = '\(kind)'")
    }

    /// How many checks of a kind are on the list.
    func listed(_ kind: String) async throws -> Int {
        let count = try await ask(
            "select count(*)::text from interlock.store_check where kind = '\(kind)'")
        return try #require(count.flatMap { Int($0) })
    }

    /// Lets so much time pass on the list: what waits comes that much earlier.
    func pass(_ interval: String) async throws {
        try await ask(
            """
            update interlock.store_check
            set due_at = due_at - interval '\(interval)', asked_at = asked_at - interval '\(interval)'
            where taken_until is null
            """)
    }
}

// The store.
extension AskingStage {
    /// Buys at the store, and gives the signed transaction that the device gets.
    @discardableResult
    func buy(_ product: String, _ buyer: String, token: UUID?) throws -> String {
        let outcome = try store.desk.perform(
            .buy(
                StoreOrder(buyer: buyer, productID: product, appAccountToken: token?.wireText)))
        return try store.signer.transaction(try #require(outcome.transactions.first))
    }

    /// The signed app transaction of a customer: what its store account is known by.
    func appTransaction(_ buyer: String) throws -> String {
        let facts = try store.desk.with { state throws(StoreRefusal) in
            state.store.meet(buyer)
            return try state.store.appTransaction(of: buyer)
        }
        return try store.signer.appTransaction(facts)
    }

    /// Makes the store forget what it would have told.
    func forgetNotifications() {
        store.desk.with { state in
            state.log = NotificationLog(
                rules: state.log.rules, hasReceiver: false, seed: 1)
        }
    }

    func fault(
        _ kind: FaultPlan.Kind, count: Int = 1_000_000, route: String? = nil,
        delay: Duration = .zero
    ) {
        store.desk.with {
            $0.faults.add(.init(kind: kind, count: count, route: route, delay: delay))
        }
    }
}
