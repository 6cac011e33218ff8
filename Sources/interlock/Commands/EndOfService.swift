import EventLoop
import Glibc

/// Tells when the service should end: a signal, or the end of its database.
final class EndOfService: Sendable {
    enum Cause: String, Sendable {
        case signal
        case databaseEnded = "database_ended"
    }

    private let loop: EventLoop
    private let signals: LoopBound<Watch>
    private let causes: AsyncStream<Cause>
    private let continuation: AsyncStream<Cause>.Continuation

    /// Touched on its loop only.
    private final class Watch {
        var signals: [Signals] = []
    }

    /// Starts to watch for SIGTERM and SIGINT.
    init() throws {
        loop = try EventLoop(name: "signals")
        signals = LoopBound(Watch(), on: loop)
        (causes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
        let (signals, continuation, loop) = (signals, continuation, loop)
        loop.execute {
            signals.onLoop.signals = [SIGTERM, SIGINT].map { number in
                Signals(number, on: loop) { continuation.yield(.signal) }
            }
        }
    }

    func finish(_ cause: Cause) { continuation.yield(cause) }

    /// Waits for the first cause.
    func wait() async -> Cause {
        for await cause in causes { return cause }
        return .signal
    }

    /// Stops watching.
    func close() async {
        let (signals, loop) = (signals, loop)
        loop.execute { signals.onLoop.signals = [] }
        await Offload.run { loop.stop() }
    }
}
