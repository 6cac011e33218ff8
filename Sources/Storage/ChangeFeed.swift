import EventLoop
package import FoundationEssentials
package import PostgresClient
import Synchronization
package import Telemetry

/// Carries wake-ups: from the stores of this node at once, to the other nodes by coalesced NOTIFY.
///
/// A wake-up is a hint: it may come twice, late, or not at all; the truth is the version in the row, and
/// who waits reads that after subscribing and now and then. Nothing is notified inside a business
/// transaction.
package final class ChangeFeed: Sendable {
    /// What may have changed.
    package enum Change: Sendable, Hashable {
        case scope(UUID)
        /// An app, its keys' revision or its catalog.
        case apps
        /// Anything: the feed was interrupted.
        case everything
    }

    private struct State {
        var subscribers: [@Sendable (Change) -> Void] = []
        var pending: Set<Change> = []
    }

    /// Scopes in one message: PostgreSQL takes 8,000 bytes.
    private static let batch = 200
    /// More than this that waits to be sent is one word: everything.
    private static let pendingLimit = 10_000

    private let pool: PostgresPool
    private let listener: PostgresListener
    private let logger: Logger
    private let node = UUID().uuidString.lowercased()
    private let state = Mutex(State())
    private let signal = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// - Parameter configuration: a direct connection: poolers keep LISTEN from working.
    package init(
        _ configuration: PostgresConfiguration, _ pool: PostgresPool, logger: Logger
    ) {
        self.pool = pool
        self.logger = logger
        listener = PostgresListener(configuration, on: pool.loop, channels: [ChangeMessage.channel])
    }

    /// Calls `onChange` for every change from now on, on any thread; it must not block.
    package func subscribe(_ onChange: @escaping @Sendable (Change) -> Void) {
        state.withLock { $0.subscribers.append(onChange) }
    }

    /// Tells this node now and the others soon.
    package func publish(_ change: Change) {
        deliver(change)
        state.withLock { state in
            if state.pending.count >= Self.pendingLimit { state.pending = [.everything] }
            state.pending.insert(change)
        }
        signal.continuation.yield()
    }

    /// Sends and receives until the task is cancelled.
    package func run() async {
        await withTaskGroup { group in
            group.addTask { await self.receive() }
            group.addTask { await self.send() }
        }
        await listener.close()
    }

    private func deliver(_ change: Change) {
        for subscriber in state.withLock({ $0.subscribers }) { subscriber(change) }
    }

    private func receive() async {
        for await event in listener.events {
            switch event {
            case .notification(let notification): receive(notification.payload)
            default: deliver(.everything)
            }
        }
    }

    private func receive(_ payload: String) {
        guard let message = ChangeMessage(payload), message.sender != node else { return }
        for change in message.changes { deliver(change) }
    }

    private func send() async {
        for await _ in signal.stream {
            while let message = takePending() {
                do {
                    _ = try await pool.query(
                        ChangeMessage.notify, message.parameters, deadline: .seconds(5))
                } catch {
                    if Task.isCancelled { return }
                    logger.warning("other nodes were not told", ["error": LogValue(error)])
                }
                // What comes meanwhile travels together.
                do { try await pool.loop.sleep(for: .milliseconds(5)) } catch { return }
            }
        }
    }

    private func takePending() -> ChangeMessage? {
        let changes = state.withLock { state -> [Change] in
            let taken = Array(state.pending.prefix(Self.batch))
            state.pending.subtract(taken)
            return taken
        }
        return changes.isEmpty ? nil : ChangeMessage(sender: node, changes: changes)
    }
}
