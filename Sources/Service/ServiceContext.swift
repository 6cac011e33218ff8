import EventLoop
import FoundationEssentials
import Glibc
import HTTPServer
import InterlockAPI
import Storage
import Synchronization
import Telemetry

/// Holds what all routes and workers share.
final class ServiceContext: Sendable {
    let configuration: ServiceConfiguration
    let storage: Storage
    let registry: AppRegistry
    let keys: KeyCache
    let unverified: UnverifiedNotes
    let devices = DeviceNotes(every: .seconds(3_600))
    /// Of devices that hold something.
    let holders = DeviceNotes(every: .seconds(60))
    let feed: ChangeFeed
    let renderer: StateRenderer
    let hubs: [LoopBound<StateHub>]
    let logger: Logger
    let metrics: ServiceMetrics
    let isDraining = Atomic<Bool>(false)
    private let appsChanged = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))

    init(
        configuration: ServiceConfiguration, storage: Storage, registry: AppRegistry,
        feed: ChangeFeed, renderer: StateRenderer, hubs: [LoopBound<StateHub>], logger: Logger,
        metrics: ServiceMetrics
    ) {
        self.configuration = configuration
        self.storage = storage
        self.registry = registry
        keys = KeyCache(storage)
        unverified = UnverifiedNotes(storage, logger)
        self.feed = feed
        self.renderer = renderer
        self.hubs = hubs
        self.logger = logger
        self.metrics = metrics
    }

    /// Tells this process and the others that a scope has changed. Called after the commit.
    func publish(_ scopeID: UUID) { feed.publish(.scope(scopeID)) }

    /// Tells this process and the others that an app or a catalog has changed.
    func publishApps() { feed.publish(.apps) }

    /// Wakes who waits on what changed; any thread.
    func deliver(_ change: ChangeFeed.Change) {
        switch change {
        case .scope(let id): for hub in hubs { hub.loop.execute { hub.onLoop.wake(id) } }
        case .apps:
            keys.forget()
            appsChanged.continuation.yield()
        case .everything:
            keys.forget()
            appsChanged.continuation.yield()
            wakeAll()
        }
    }

    /// Lets no more polls park and answers those that do, spread over `duration`.
    func drain(over duration: Duration) {
        isDraining.store(true, ordering: .relaxed)
        for hub in hubs { hub.loop.execute { hub.onLoop.drain(over: duration) } }
    }

    private func wakeAll() {
        for hub in hubs { hub.loop.execute { hub.onLoop.wakeAll() } }
    }

    /// Writes the line of a finished request and counts it.
    func finished(_ summary: HTTPRequestSummary) {
        let route = summary.routeName ?? "none"
        metrics.count(route: route, status: summary.status)
        logger.request(
            RequestRecord(
                route: route, method: summary.method, status: summary.status,
                code: summary.code, duration: summary.duration, requestID: summary.requestID))
    }

    /// Reads the apps again when they changed, and looks every two seconds or so whether they did, until
    /// cancelled.
    func followApps() async {
        guard let loop = hubs.first?.loop else { return }
        var told = registry.revisions
        await withDiscardingTaskGroup { group in
            group.addTask {
                while !Task.isCancelled {
                    let pause = Duration.milliseconds(Int.random(in: 1_500...2_500))
                    guard (try? await loop.sleep(for: pause)) != nil else { return }
                    self.appsChanged.continuation.yield()
                }
            }
            for await _ in appsChanged.stream {
                do {
                    let epochChanged = try await renderer.epoch.refresh()
                    try await registry.refresh()
                    // Somebody else may have read the change just before: a route, a state's read.
                    let revisions = registry.revisions
                    if revisions != told || epochChanged {
                        told = revisions
                        wakeAll()
                    }
                } catch {
                    if Task.isCancelled { return }
                    logger.warning("can't read the apps", ["error": LogValue(error)])
                }
            }
        }
    }

    /// The wall clock, for tokens; deadlines are the database's.
    static var now: Timestamp {
        var clock = timespec()
        clock_gettime(CLOCK_REALTIME, &clock)
        return Timestamp(
            microseconds: Int64(clock.tv_sec) * 1_000_000 + Int64(clock.tv_nsec) / 1_000)
    }
}
