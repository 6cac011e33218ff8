import EventLoop
import FoundationEssentials
import Storage
import Telemetry

/// Tells how many devices wait on this node, counts what is open in the apps, and lets a changed rule of what
/// is stuck reach the intents that are open. Every node may; the database gives each app to one at a time.
struct Sampler: Sendable {
    /// Between two counts, so that many apps don't load the database more than one.
    private static let breath = Duration.milliseconds(200)

    private let context: ServiceContext
    /// Names this process.
    private let node = UUID()

    init(_ context: ServiceContext) { self.context = context }

    /// Works until cancelled; a database that is away only makes the numbers old.
    func run() async {
        guard let loop = context.hubs.first?.loop else { return }
        while !Task.isCancelled {
            do {
                try await context.storage.samples.note(node: node, waiting: await waiting())
                for app in try await context.storage.samples.reviews() {
                    while try await context.storage.samples.review(appID: app) {
                        if Task.isCancelled { return }
                    }
                }
                let end = ContinuousClock.now + context.configuration.sampleInterval
                while try await context.storage.samples.take(), .now < end {
                    guard (try? await loop.sleep(for: Self.breath)) != nil else { return }
                }
            } catch {
                if Task.isCancelled { return }
                context.logger.warning("can't count what is open", ["error": LogValue(error)])
            }
            let pause = context.configuration.sampleInterval * Double.random(in: 0.75...1.25)
            guard (try? await loop.sleep(for: pause)) != nil else { return }
        }
    }

    /// Devices that wait on this node, by app.
    private func waiting() async -> [String: Int] {
        var all: [String: Int] = [:]
        for hub in context.hubs {
            let own = await withCheckedContinuation { continuation in
                hub.loop.execute { continuation.resume(returning: hub.onLoop.waiting) }
            }
            all.merge(own, uniquingKeysWith: +)
        }
        return all
    }
}
