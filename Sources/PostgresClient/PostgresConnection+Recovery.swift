import EventLoop

extension PostgresConnection {
    /// Brings the connection back to where a new user may have it, or closes it.
    ///
    /// An exchange under way is cancelled on the server and drained; then a ROLLBACK ends whatever
    /// transaction is open and swallows a cancellation that arrives late. All of it within `grace`.
    ///
    /// - Parameter completion: runs once; true when the connection is clean.
    func recover(grace: Duration, completion: @escaping (Bool) -> Void) {
        guard phase == .open else { return completion(false) }
        let recovery = Recovery(of: self, completion: completion)
        recovery.begin(grace: grace)
    }
}

/// One recovery: it is over when draining and cancelling are both done and the rollback answered.
private final class Recovery {
    private let connection: PostgresConnection
    private var completion: ((Bool) -> Void)?
    private var timer: LoopTimer?
    private var isDraining = false
    private var isCancelling = false

    init(of connection: PostgresConnection, completion: @escaping (Bool) -> Void) {
        self.connection = connection
        self.completion = completion
    }

    func begin(grace: Duration) {
        // The timer and the exchange keep the recovery alive.
        timer = LoopTimer(on: connection.loop, after: grace) { self.end(clean: false) }
        if connection.exchange != nil {
            isDraining = true
            connection.exchange?.isAbandoned = true
            connection.exchange?.completion = { _ in
                self.isDraining = false
                self.advance()
            }
            sendCancellation()
        }
        advance()
    }

    private func sendCancellation() {
        guard let cancellation = connection.handle?.makeCancellation() else { return }
        isCancelling = true
        let bound = LoopBound(self, on: connection.loop)
        // The recovery waits for this task, or closes the connection without it.
        Task(executorPreference: connection.loop) {
            _ = await Offload.run { cancellation.send() }
            bound.onLoop.isCancelling = false
            bound.onLoop.advance()
        }
    }

    private func advance() {
        guard completion != nil, !isDraining, !isCancelling else { return }
        guard connection.phase == .open else { return end(clean: false) }
        isDraining = true
        connection.perform(PostgresRequest(work: .command("ROLLBACK"))) { _ in
            self.end(clean: self.connection.isClean)
        }
    }

    private func end(clean: Bool) {
        guard let completion else { return }
        self.completion = nil
        timer?.cancel()
        timer = nil
        if !clean { connection.close() }
        completion(clean)
    }
}
