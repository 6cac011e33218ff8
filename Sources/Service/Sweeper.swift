import EventLoop
import FoundationEssentials
import Storage
import Telemetry

/// Writes down what the clock did, and wakes the devices that see it. Correctness does not need it:
/// expiry is decided at read time.
struct Sweeper: Sendable {
    /// Scopes in one round.
    private static let page: Int32 = 200

    private let context: ServiceContext

    init(_ context: ServiceContext) { self.context = context }

    /// Works until cancelled; a database that is away only slows it down.
    func run() async {
        guard let loop = context.hubs.first?.loop else { return }
        var failures = 0
        while !Task.isCancelled {
            var isFull = false
            do {
                isFull = try await round()
                failures = 0
            } catch {
                failures = min(failures + 1, 4)
                if !Task.isCancelled {
                    context.logger.warning("sweep failed", ["error": LogValue(error)])
                }
            }
            if isFull { continue }
            let base = context.configuration.sweepInterval * (1 << failures)
            let pause = base * Double.random(in: 0.75...1.25)
            guard (try? await loop.sleep(for: pause)) != nil else { return }
        }
    }

    private func round() async throws(StorageError) -> Bool {
        let due = try await context.storage.scopes.due(limit: Self.page)
        for scopeID in due {
            if Task.isCancelled { return false }
            context.metrics.sweeps.increment()
            if try await context.storage.scopes.sweep(scopeID) { context.publish(scopeID) }
        }
        return due.count == Int(Self.page)
    }
}
