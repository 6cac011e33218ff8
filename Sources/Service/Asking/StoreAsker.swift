import EventLoop
import InterlockAPI
import Storage
import Telemetry

/// Asks the store by itself: puts on a list what is worth asking, takes checks from it, asks, records the
/// answers, and says when each check comes again.
///
/// The list is in the database, and all nodes share it: a check is made by one worker at a time, and one whose
/// worker died goes to another. Nothing here is needed for correctness of what was acknowledged: a store that
/// is down for a day makes the ledger late, and nothing else. Apps that have given no access are left
/// alone.
struct StoreAsker: Sendable {
    private let context: ServiceContext
    private let loops: EventLoopGroup
    private let clients: StoreClients
    private let metrics: AskingMetrics
    private let noted = OncePerHour()

    private var configuration: AskingConfiguration { context.configuration.asking }

    init(_ context: ServiceContext, on loops: EventLoopGroup) {
        self.context = context
        self.loops = loops
        clients = StoreClients(context.storage, context.configuration.asking.store, on: loops)
        metrics = AskingMetrics(context.metrics.registry)
    }

    /// Works until cancelled; then what is being asked is given back.
    func run() async {
        await withDiscardingTaskGroup { group in
            let loop = loops.next()
            group.addTask(executorPreference: loop) { await collect(on: loop) }
            for _ in 0..<max(1, configuration.workers) {
                let loop = loops.next()
                group.addTask(executorPreference: loop) { await work(on: loop) }
            }
        }
        clients.close()
    }

    /// Takes one check after the other.
    private func work(on loop: EventLoop) async {
        let turn = AskingTurn(
            context: context, clients: clients, metrics: metrics, noted: noted, loop: loop)
        while !Task.isCancelled {
            var taken: [StoreCheck] = []
            do {
                taken = try await loop.undisturbed { () async throws(StorageError) in
                    try await context.storage.checks.claim(limit: 1, lease: configuration.lease)
                }
            } catch { note(error) }
            for check in taken { await turn.make(check) }
            guard taken.isEmpty else { continue }
            let pause = configuration.idlePause * Double.random(in: 0.5...1.5)
            guard (try? await loop.sleep(for: pause)) != nil else { return }
        }
    }

    private func note(_ error: StorageError) {
        guard !Task.isCancelled, noted.isFirst("", "list") else { return }
        context.logger.warning("the store is not asked", ["error": LogValue(error)])
    }
}

// Putting on the list.
extension StoreAsker {
    /// Puts on the list, again and again, what has become worth asking.
    private func collect(on loop: EventLoop) async {
        var hasStarted = false
        var farAt = ContinuousClock.now
        while !Task.isCancelled {
            do throws(StorageError) {
                if !hasStarted { try await expectNotifications() }
                hasStarted = true
                let isFar = farAt <= .now
                try await collect(
                    back: isFar ? configuration.collectFarBack : configuration.collectBack)
                if isFar { farAt = .now + configuration.collectFarEvery }
            } catch { note(error) }
            let pause = configuration.collectPause * Double.random(in: 0.75...1.25)
            guard (try? await loop.sleep(for: pause)) != nil else { return }
        }
    }

    private func collect(back: Duration) async throws(StorageError) {
        while !Task.isCancelled {
            let count = try await context.storage.checks.collect(
                limit: configuration.collectLimit, back: back)
            if count < Int(configuration.collectLimit) { return }
        }
    }

    /// Asks for what was told while this node was not there to hear it.
    private func expectNotifications() async throws(StorageError) {
        for app in try await context.storage.apps.list() {
            for environment in app.environments {
                _ = try await context.storage.checks.expect(
                    .notifications, "", appID: app.id, environment,
                    within: .milliseconds(Int.random(in: 0...1_000)),
                    atMostEvery: configuration.startPause)
            }
        }
    }
}
