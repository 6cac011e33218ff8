import EventLoop
import Storage
import Telemetry

/// Does once a day what the database needs to have done ahead of time: the history's next partitions.
struct Upkeep: Sendable {
    private static let interval = Duration.seconds(86_400)

    private let context: ServiceContext

    init(_ context: ServiceContext) { self.context = context }

    /// Works until cancelled; every node may, and one that missed a day has months left.
    func run() async {
        guard let loop = context.hubs.first?.loop else { return }
        while !Task.isCancelled {
            do { try await context.storage.apps.makePartitions() } catch {
                if Task.isCancelled { return }
                context.logger.warning("no new partitions", ["error": LogValue(error)])
            }
            let pause = Self.interval * Double.random(in: 0.75...1)
            guard (try? await loop.sleep(for: pause)) != nil else { return }
        }
    }
}
