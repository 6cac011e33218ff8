import AppStoreServer
import Authentication
import EventLoop
import FoundationEssentials
import HTTPClient
import InterlockAPI
import PostgresClient
import Storage
import Telemetry
import TestSupport

@testable import Service

/// A node of the service on a stage's database, that asks without delay.
struct AskingNode: Sendable {
    let service: Service
    let registry: AppRegistry
    let metrics: Metrics
    let loops: EventLoopGroup
    private let base: Database
    private let feedPool: PostgresPool

    /// Pauses that don't make a test wait; every round looks as far back as a start does.
    static var hasty: AskingConfiguration {
        var asking = AskingConfiguration()
        asking.idlePause = .milliseconds(10)
        asking.collectPause = .milliseconds(30)
        asking.collectFarEvery = .zero
        asking.startPause = .zero
        asking.retryPauses = .milliseconds(20)...(.milliseconds(200))
        asking.store.attemptLimit = 1
        asking.store.limitShare = 100
        return asking
    }

    /// Runs `body` with a node, stopped afterwards.
    static func with(
        _ stage: AskingStage, configure: (inout AskingConfiguration) -> Void = { _ in },
        _ body: (AskingNode) async throws -> Void
    ) async throws {
        let node = try await start(stage, configure: configure)
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(node)) } catch { outcome = .failure(error) }
        await node.stop()
        try outcome.get()
    }

    static func start(
        _ stage: AskingStage, configure: (inout AskingConfiguration) -> Void = { _ in }
    ) async throws -> AskingNode {
        var configuration = ServiceConfiguration()
        configuration.asking = hasty
        configure(&configuration.asking)
        let postgres = try PostgresConfiguration(url: stage.url)
        let base = Database(
            postgres, on: stage.loops, options: PostgresPoolOptions(maximum: 4))
        let feedPool = PostgresPool(
            postgres, on: stage.loops.loops[0], options: PostgresPoolOptions(maximum: 1))
        let logger = Logger(level: .error, format: .human)
        let storage = Storage(base)
        let registry = AppRegistry(storage)
        let metrics = Metrics()
        let service = try await Service.start(
            configuration: configuration, storage: storage, registry: registry,
            feed: ChangeFeed(postgres, feedPool, logger: logger), loops: stage.loops,
            logger: logger, metrics: metrics)
        return AskingNode(
            service: service, registry: registry, metrics: metrics, loops: stage.loops, base: base,
            feedPool: feedPool)
    }

    func stop() async {
        await service.stop(within: .seconds(2))
        await feedPool.close()
        await base.close()
    }

    func device(_ account: String, _ name: String = "phone") throws -> Device {
        guard let app = registry.app("demo") else { throw StorageError.defect("no app") }
        let minted = try app.minter.mint(
            accountID: account, deviceID: name, lifetime: 3_600, now: ServiceContext.now)
        return caller(minted.token)
    }

    func caller(_ credential: String?) -> Device {
        Device(
            connection: HTTPConnection(
                host: "127.0.0.1", port: service.port, on: loops.next()), credential: credential)
    }

    /// The sum of a counter's series whose labels have all of these.
    func count(_ name: String, _ labels: String...) -> Int {
        metrics.rendered().split(separator: "\n").reduce(0) { sum, line in
            guard line.hasPrefix("\(name){"), labels.allSatisfy(line.contains),
                let value = line.split(separator: " ").last.flatMap({ Int($0) })
            else { return sum }
            return sum + value
        }
    }

    func checks(_ kind: String, _ outcome: String) -> Int {
        count("interlock_store_checks_total", "kind=\"\(kind)\"", "outcome=\"\(outcome)\"")
    }

    func calls(_ call: String, _ outcome: String) -> Int {
        count("interlock_store_calls_total", "call=\"\(call)\"", "outcome=\"\(outcome)\"")
    }
}

extension Device {
    /// The states of what the account may use, by product.
    func standing() async throws -> [String: EntitlementState] {
        Dictionary(
            try await entitlements().map { ($0.productID, $0.state) }, uniquingKeysWith: { $1 })
    }
}
