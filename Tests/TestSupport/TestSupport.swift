// TestSupport: what tests of several targets need: a throw-away PostgreSQL cluster for the test
// process, databases cloned from templates, loops, pools, second processes, seeds and deadlines.
// It may import every target but Storage, Service and the program.
//
// Whatever it starts or writes lives in TestFolder and is gone after the process, however that ends.
package import EventLoop
package import PostgresClient

/// Runs `body` with a loop of its own, stopped afterwards.
package func withLoop<Value>(
    _ body: (EventLoop) async throws -> Value
) async throws -> Value {
    let loop = try EventLoop(name: "test")
    let outcome: Result<Value, any Error>
    do {
        outcome = .success(try await body(loop))
    } catch {
        outcome = .failure(error)
    }
    await Offload.run { loop.stop() }
    return try outcome.get()
}

/// Runs `body` with a pool on a loop of its own, both closed afterwards.
package func withPool<Value>(
    _ url: String, options: PostgresPoolOptions = PostgresPoolOptions(),
    _ body: (PostgresPool) async throws -> Value
) async throws -> Value {
    let configuration = try PostgresConfiguration(url: url)
    return try await withLoop { loop in
        let pool = PostgresPool(configuration, on: loop, options: options)
        let outcome: Result<Value, any Error>
        do {
            outcome = .success(try await body(pool))
        } catch {
            outcome = .failure(error)
        }
        await pool.close()
        return try outcome.get()
    }
}
