import EventLoop

/// Keeps the connection of a listener. Confined to its loop.
final class ListenerCore {
    private let configuration: PostgresConfiguration
    private let loop: EventLoop
    private let script: String
    private let options: PostgresListenerOptions
    private let poolOptions: PostgresPoolOptions
    private let buffer: ListenerBuffer
    private var attempt: ConnectionAttempt?
    private var connection: PostgresConnection?
    private var backoff: Backoff
    /// The next heartbeat, its deadline, or the next attempt to connect.
    private var timer: LoopTimer?
    private var isClosed = false

    init(
        _ configuration: PostgresConfiguration, on loop: EventLoop, _ channels: [String],
        _ options: PostgresListenerOptions, _ buffer: ListenerBuffer
    ) {
        self.configuration = configuration
        self.loop = loop
        self.options = options
        self.buffer = buffer
        var poolOptions = PostgresPoolOptions(maximum: 1)
        poolOptions.connectDeadline = options.connectDeadline
        self.poolOptions = poolOptions
        script = channels.map { "listen \(Self.quoted($0));" }.joined(separator: " ")
        backoff = Backoff(base: options.backoffBase, limit: options.backoffLimit)
    }

    var serverProcess: Int32? { connection?.handle?.serverProcess }

    /// Makes an identifier of a channel name, whatever is in it.
    private static func quoted(_ channel: String) -> String {
        "\""
            + channel.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
    }

    func connect() {
        guard !isClosed, connection == nil, attempt == nil else { return }
        let attempt = ConnectionAttempt(on: loop, options: poolOptions) {
            [weak self] _, outcome in
            self?.attempt = nil
            switch outcome {
            case .success(let connection): self?.listen(connection)
            case .failure(let error): self?.retry(after: error)
            }
        }
        self.attempt = attempt
        attempt.begin(HostResolution(configuration), attempt: backoff.failures)
    }

    private func listen(_ connection: PostgresConnection) {
        self.connection = connection
        connection.onClose = { [weak self] error in self?.lost(error) }
        connection.onNotification = { [weak self] notification in
            self?.buffer.put(.notification(notification))
        }
        expectAnswer()
        connection.perform(PostgresRequest(work: .script(script))) { [weak self] outcome in
            guard let self else { return }
            switch outcome {
            case .success:
                self.backoff.succeed()
                self.buffer.put(.listening)
                self.beatLater()
            case .failure(let error): self.lost(error)
            }
        }
    }

    private func beatLater() {
        timer?.cancel()
        timer = LoopTimer(on: loop, after: options.heartbeat) { [weak self] in self?.beat() }
    }

    private func beat() {
        guard let connection else { return }
        expectAnswer()
        connection.perform(PostgresRequest(work: .command("select 1"))) { [weak self] outcome in
            switch outcome {
            case .success: self?.beatLater()
            case .failure(let error): self?.lost(error)
            }
        }
    }

    private func expectAnswer() {
        timer?.cancel()
        timer = LoopTimer(on: loop, after: options.heartbeatDeadline) { [weak self] in
            self?.lost(.timeout(sent: true))
        }
    }

    private func lost(_ error: PostgresError) {
        // Closing the connection fails its exchange, which comes here again.
        guard !isClosed, connection != nil else { return }
        drop()
        retry(after: error)
    }

    private func retry(after error: PostgresError) {
        guard !isClosed else { return }
        buffer.put(.disconnected(error))
        var random = SystemRandomNumberGenerator()
        let pause = backoff.fail(using: &random)
        timer?.cancel()
        timer = LoopTimer(on: loop, after: pause) { [weak self] in self?.connect() }
    }

    private func drop() {
        timer?.cancel()
        timer = nil
        let connection = self.connection
        self.connection = nil
        connection?.close()
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        attempt?.cancel()
        attempt = nil
        drop()
        buffer.finish()
    }
}
