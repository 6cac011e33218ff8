import EventLoop

/// Leads one statement through a pool: waits for a connection, runs it, gives the connection back.
final class PoolQuery {
    private let core: PoolCore
    private let request: PostgresRequest
    private let call: LoopCall<PostgresResult>
    private var waiter: PoolWaiter?
    private var connection: PostgresConnection?
    private var hasRetried = false

    init(_ request: PostgresRequest, in core: PoolCore, for call: LoopCall<PostgresResult>) {
        self.core = core
        self.request = request
        self.call = call
    }

    func start() {
        call.onInterrupt = { interruption in self.takeBack(interruption) }
        waiter = core.acquire { outcome in
            self.waiter = nil
            switch outcome {
            case .failure(let error): self.call.finish(.failure(error))
            case .success(let connection): self.run(on: connection)
            }
        }
    }

    private func run(on connection: PostgresConnection) {
        self.connection = connection
        connection.perform(request) { outcome in
            self.connection = nil
            let isStale = connection.isRetired
            self.core.release(connection)
            // Nothing ran: every connection prepares the statement afresh.
            if case .failure(.server(let error)) = outcome, isStale, error.meansStalePlan,
                !self.hasRetried
            {
                self.hasRetried = true
                self.core.retireIdle()
                return self.start()
            }
            self.call.finish(outcome)
        }
    }

    private func takeBack(_ interruption: LoopCall<PostgresResult>.Interruption) -> PostgresError {
        guard let connection else {
            if let waiter { core.withdraw(waiter) }
            return interruption == .timeout ? core.waitingFailure : .cancelled(sent: false)
        }
        self.connection = nil
        let error = interruption.error(sent: connection.mayHaveRun)
        core.release(connection)
        return error
    }
}

extension PostgresConnection {
    /// True when the statement under way may have reached the server.
    var mayHaveRun: Bool { exchange.map { !$0.isPreparing } ?? false }
}
