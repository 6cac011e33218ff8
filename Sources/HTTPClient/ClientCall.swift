import EventLoop

/// One request from its coming to its end: by response, failure, time-out or cancellation, once.
///
/// Confined to its loop. Cancellation may come before the beginning.
final class ClientCall {
    typealias Outcome = Result<HTTPClientResponse, HTTPClientError>

    let request: ClientRequest
    private let timeout: Duration
    private var continuation: CheckedContinuation<Outcome, Never>?
    private var abortion: HTTPClientError?
    private var timer: LoopTimer?
    private var onAbort: (() -> Void)?

    init(_ request: ClientRequest, timeout: Duration) {
        self.request = request
        self.timeout = timeout
    }

    /// Readies the call; false, and already ended, when it was aborted before.
    ///
    /// - Parameter onAbort: is told when the call ends before its response.
    func begin(
        on loop: EventLoop, _ continuation: CheckedContinuation<Outcome, Never>,
        onAbort: @escaping () -> Void
    ) -> Bool {
        self.continuation = continuation
        if let abortion {
            end(.failure(abortion))
            return false
        }
        self.onAbort = onAbort
        timer = LoopTimer(
            on: loop, after: timeout, onCancel: { [weak self] in self?.abort(.cancelled) },
            onFire: { [weak self] in self?.abort(.timedOut) })
        return true
    }

    /// Ends the call before its response.
    func abort(_ error: HTTPClientError) {
        guard continuation != nil else {
            abortion = error
            return
        }
        let onAbort = self.onAbort
        end(.failure(error))
        onAbort?()
    }

    /// Ends the call with what came of it; does nothing when it has ended.
    func end(_ outcome: Outcome) {
        guard let continuation = continuation.take() else { return }
        onAbort = nil
        timer.take()?.cancel()
        continuation.resume(returning: outcome)
    }
}
