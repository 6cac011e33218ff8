// PostgresClient: libpq driven by an event loop, never blocking it: pools, prepared statements with
// binary values, transactions, LISTEN, deadlines and cancellation. It imports CPostgres, EventLoop
// and Telemetry, and knows no table and no function of ours.
//
// Reading order: PostgresPool → PoolQuery → PoolCore → PostgresConnection → ExchangeMachine.
import EventLoop

extension PostgresPool {
    /// Runs `body` with a pool on a private loop, for commands that make a few calls and end.
    ///
    /// A server that can't be reached is an error at once. Pool and loop end with `body`.
    package static func withTemporary<Value: Sendable>(
        _ configuration: PostgresConfiguration, maximum: Int = 1,
        _ body: (PostgresPool) async throws -> Value
    ) async throws -> Value {
        let loop = try EventLoop(name: "postgres")
        var options = PostgresPoolOptions(maximum: maximum)
        options.failsFast = true
        let pool = PostgresPool(configuration, on: loop, options: options)
        let outcome: Result<Value, any Error>
        do {
            outcome = .success(try await body(pool))
        } catch {
            outcome = .failure(error)
        }
        await pool.close()
        await Offload.run { loop.stop() }
        return try outcome.get()
    }
}
