package import PostgresClient

/// Runs `body` while another session of the database holds the rows that `statement` locks.
package func holding(
    _ statement: PostgresStatement, _ url: String, _ body: () async throws -> Void
) async throws {
    let (held, holding) = AsyncStream.makeStream(of: Void.self)
    let (ended, ending) = AsyncStream.makeStream(of: Void.self)
    try await withThrowingTaskGroup { group in
        group.addTask {
            defer { holding.finish() }
            try await withPool(url) { pool in
                try await pool.transaction(.readCommitted) { session in
                    _ = try await session.query(statement, [])
                    holding.yield()
                    for await _ in ended { break }
                }
            }
        }
        for await _ in held { break }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        ending.finish()
        try await group.waitForAll()
        try outcome.get()
    }
}
