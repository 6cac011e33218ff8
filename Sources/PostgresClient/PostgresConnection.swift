import EventLoop

/// Speaks with one server process: one exchange at a time, on its loop only.
///
/// Callbacks, not `async`: the pool decides who waits. `completion` of an exchange runs exactly once,
/// also when the connection breaks.
final class PostgresConnection {
    typealias Completion = (Result<PostgresResult, PostgresError>) -> Void

    enum Phase { case connecting, open, closed }

    /// An exchange under way.
    struct Exchange {
        let request: PostgresRequest
        var machine: ExchangeMachine
        /// True while the statement's parameter types are asked for: nothing of it can have run.
        var isPreparing = false
        /// Whether the statement had been prepared by an earlier exchange.
        var usedPrepared = false
        var isAbandoned = false
        var types: [UInt32] = []
        var result: ResultHandle?
        var completion: Completion
    }

    let loop: EventLoop
    let preparesStatements: Bool
    var handle: ConnectionHandle?
    var readiness: Readiness?
    var phase = Phase.connecting
    var exchange: Exchange?
    /// Runs once, when the connection has become unusable; never inside a call of the owner.
    var onClose: ((PostgresError) -> Void)?
    var onNotification: ((PostgresNotification) -> Void)?
    /// Set when the server's plans are out of date: the connection ends after its present use.
    var isRetired = false
    /// When it was last given back.
    var idleSince = ContinuousClock.now

    private var whyClosed = "not connected"
    private var parameters = ParameterBuffer()
    /// Parameter types by statement name.
    private var prepared: [String: [UInt32]] = [:]

    init(on loop: EventLoop, handle: consuming ConnectionHandle, preparesStatements: Bool) {
        self.loop = loop
        self.handle = consume handle
        self.preparesStatements = preparesStatements
    }

    /// True when nothing is under way and no transaction is open.
    var isClean: Bool {
        phase == .open && exchange == nil && handle?.isIdleOutsideTransaction == true
    }

    var isInFailedTransaction: Bool { handle?.transactionFailed == true }
    var isOutsideTransaction: Bool { handle?.isIdleOutsideTransaction ?? true }

    /// Runs one request; `completion` gets its result.
    func perform(_ request: PostgresRequest, completion: @escaping Completion) {
        guard phase == .open else {
            let lost = PostgresError.connection(message: whyClosed, sqlState: nil, sent: false)
            return completion(.failure(lost))
        }
        guard exchange == nil else { return completion(.failure(.busy)) }
        var exchange = Exchange(
            request: request, machine: ExchangeMachine([]), completion: completion)
        switch request.work {
        case .command(let sql):
            exchange.machine = ExchangeMachine(openingSteps(request).union(.execute))
            start(exchange) { handle in handle.sendCommand(sql) && handle.sendSync() }
        case .script(let sql):
            exchange.machine = .script
            start(exchange) { handle in handle.sendScript(sql) }
        case .statement(let statement, let values):
            if let types = prepared[statement.name] {
                exchange.usedPrepared = true
                return execute(statement, values, types, exchange)
            }
            exchange.isPreparing = true
            exchange.machine = ExchangeMachine(
                openingSteps(request).union([.prepare, .describe]))
            let name = preparesStatements ? statement.name : ""
            start(exchange) { handle in
                handle.sendPrepare(name: name, statement.sql) && handle.sendDescribe(name: name)
                    && handle.sendSync()
            }
        }
    }

    private func openingSteps(_ request: PostgresRequest) -> ExchangeMachine.Steps {
        request.opening == nil ? [] : .begin
    }

    private func execute(
        _ statement: PostgresStatement, _ values: [PostgresValue], _ types: [UInt32],
        _ exchange: Exchange
    ) {
        do throws(PostgresError) {
            try parameters.encode(values, as: types)
        } catch {
            self.exchange = nil
            return exchange.completion(.failure(error))
        }
        var exchange = exchange
        // A transaction was opened by the preparation already.
        let opens = exchange.isPreparing ? [] : openingSteps(exchange.request)
        exchange.isPreparing = false
        exchange.machine = ExchangeMachine(opens.union(.execute))
        start(exchange) { [preparesStatements] handle in
            let sent =
                preparesStatements
                ? handle.sendPrepared(name: statement.name, &parameters)
                : handle.sendUnnamed(statement.sql, types: types, &parameters)
            return sent && handle.sendSync()
        }
    }

    private func start(_ exchange: Exchange, _ send: (borrowing ConnectionHandle) -> Bool) {
        self.exchange = exchange
        let sent = trySending { handle in
            if exchange.machine.pending.contains(.begin), let opening = exchange.request.opening,
                !handle.sendCommand(opening)
            {
                return false
            }
            return send(handle)
        }
        guard sent else { return breakDown() }
        flush()
    }

    private func trySending(_ send: (borrowing ConnectionHandle) -> Bool) -> Bool {
        switch handle {
        case .some(let handle): send(handle)
        case .none: false
        }
    }

    /// Sends what the socket takes and waits for it to take the rest.
    func flush() {
        guard let sentAll = handle?.flush() else { return breakDown() }
        readiness?.watch(sentAll ? .read : [.read, .write])
    }
}

/// Receiving.
extension PostgresConnection {
    /// Called by the loop when the socket is ready.
    func pump() {
        guard phase == .open else { return }
        let alive = handle?.consumeInput() ?? false
        receive()
        guard phase == .open else { return }
        guard alive else { return breakDown() }
        while let notification = handle?.nextNotification() { onNotification?(notification) }
        if phase == .open { flush() }
    }

    private func receive() {
        while phase == .open, let isPreparing = exchange?.isPreparing, handle?.isBusy == false {
            let result = handle?.nextResult()
            guard let event = event(for: result) else { return breakDown() }
            switch exchange?.machine.receive(event) ?? .violation {
            case .wait: break
            case .accept(.describe): exchange?.types = result?.parameterTypes ?? []
            case .accept(.execute): exchange?.result = result
            case .accept: break
            case .complete: finish(isPreparing)
            case .violation: return breakDown()
            }
        }
    }

    /// Nil when the connection is not usable any more.
    private func event(for result: ResultHandle?) -> ExchangeMachine.Event? {
        guard let result else { return .boundary }
        switch result.status {
        case .success: return .success
        case .skipped: return .skipped
        case .synced: return .synced
        case .failure: return result.isLibraryError ? nil : .failure(result.error)
        case .unsupported: return nil
        }
    }

    /// All answers to the messages of the exchange are here.
    private func finish(_ wasPreparing: Bool) {
        guard var done = exchange else { return }
        exchange = nil
        if case .script = done.request.work, handle?.endScript() != true {
            exchange = done
            return breakDown()
        }
        if let error = done.machine.failure {
            if done.usedPrepared, error.meansStalePlan { isRetired = true }
            if error.endsSession {
                exchange = done
                return breakDown()
            }
            return done.completion(.failure(.server(error)))
        }
        guard wasPreparing, case .statement(let statement, let values) = done.request.work else {
            guard let result = done.result else { return breakDown(completing: done) }
            return done.completion(.success(PostgresResult(handle: result)))
        }
        prepared[statement.name] = done.types
        if done.isAbandoned { return done.completion(.failure(.cancelled(sent: false))) }
        let types = done.types
        done.types = []
        execute(statement, values, types, done)
    }

    private func breakDown(completing exchange: Exchange) {
        self.exchange = exchange
        breakDown()
    }
}

/// Ending.
extension PostgresConnection {
    /// Closes a connection that is of no more use and tells the exchange and the owner why.
    func breakDown() {
        guard phase != .closed else { return }
        let failed = exchange?.machine.failure
        let message = failed?.message ?? handle?.errorMessage ?? "connection lost"
        end(
            .connection(
                message: message, sqlState: failed?.sqlState,
                sent: exchange.map { !$0.isPreparing } ?? false))
    }

    /// Closes at once; an exchange under way fails, the owner is not called.
    func close() {
        onClose = nil
        end(
            .connection(
                message: "closed", sqlState: nil,
                sent: exchange.map { !$0.isPreparing } ?? false))
    }

    private func end(_ error: PostgresError) {
        guard phase != .closed else { return }
        phase = .closed
        whyClosed = error.description
        // First the watch, then the descriptor.
        readiness?.stop()
        readiness = nil
        handle = nil
        let (exchange, onClose) = (self.exchange, self.onClose)
        self.exchange = nil
        self.onClose = nil
        onNotification = nil
        exchange?.completion(.failure(error))
        onClose?(error)
    }
}

extension PostgresServerError {
    /// The prepared statement is gone, or its result changed its shape (after a migration).
    var meansStalePlan: Bool {
        sqlState == "26000" || (sqlState == "0A000" && message.contains("cached plan"))
    }
}
