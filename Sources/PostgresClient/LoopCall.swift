import EventLoop

/// Turns work with a callback into one `async` call: a deadline, cancellation, exactly one resume.
///
/// Confined to its loop, but for ``run(on:deadline:_:)``.
final class LoopCall<Value: Sendable> {
    typealias Outcome = Result<Value, PostgresError>

    private var continuation: CheckedContinuation<Outcome, Never>?
    private var timer: LoopTimer?
    private var isCancelled = false
    /// Takes the work back when the deadline passes or the task is cancelled; makes the error, given
    /// `.timeout(sent: false)` or `.cancelled(sent: false)`.
    var onInterrupt: ((Interruption) -> PostgresError)?

    enum Interruption { case timeout, cancellation }

    var isWaiting: Bool { continuation != nil }

    /// Runs `start` on `loop`, on the spot when the caller is there, and waits for ``finish(_:)``.
    static func run(
        on loop: EventLoop, deadline: Duration, _ start: @escaping @Sendable (LoopCall) -> Void
    ) async throws(PostgresError) -> Value {
        let call = LoopBound(LoopCall(), on: loop)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if loop.isCurrent {
                    call.onLoop.begin(call, deadline, continuation, start)
                } else {
                    loop.execute { call.onLoop.begin(call, deadline, continuation, start) }
                }
            }
        } onCancel: {
            loop.execute { call.onLoop.cancel() }
        }
        return try outcome.get()
    }

    private func begin(
        _ bound: LoopBound<LoopCall>, _ deadline: Duration,
        _ continuation: CheckedContinuation<Outcome, Never>, _ start: (LoopCall) -> Void
    ) {
        if isCancelled {
            return continuation.resume(returning: .failure(.cancelled(sent: false)))
        }
        guard bound.loop.acceptsTimers else {
            return continuation.resume(returning: .failure(.closed))
        }
        self.continuation = continuation
        // A loop that stops cancels its timers: whoever waits then learns that it is over.
        timer = LoopTimer(on: bound.loop, after: deadline) {
            self.interrupt(.timeout)
        }
        start(self)
    }

    func finish(_ outcome: Outcome) {
        guard let continuation else { return }
        self.continuation = nil
        onInterrupt = nil
        timer?.cancel()
        timer = nil
        continuation.resume(returning: outcome)
    }

    private func cancel() {
        isCancelled = true
        interrupt(.cancellation)
    }

    private func interrupt(_ interruption: Interruption) {
        guard continuation != nil else { return }
        let error = onInterrupt?(interruption) ?? interruption.error(sent: false)
        finish(.failure(error))
    }
}

extension LoopCall.Interruption {
    func error(sent: Bool) -> PostgresError {
        switch self {
        case .timeout: .timeout(sent: sent)
        case .cancellation: .cancelled(sent: sent)
        }
    }
}
