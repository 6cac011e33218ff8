package import EventLoop
package import PostgresClient
import Synchronization

/// Calls SQL functions on the pool of the caller's loop.
///
/// Every function is idempotent under its arguments, so a call is repeated, with jitter, when the
/// database refused it for contention or when the connection broke and its outcome is unknown.
package final class Database: Sendable {
    /// Tries in all, for contention and for lost connections alike.
    static let tries = 4

    package let loops: EventLoopGroup
    private let pools: [PostgresPool]

    /// Prepares one pool a loop; connections open when they are needed.
    package init(
        _ configuration: PostgresConfiguration, on loops: EventLoopGroup,
        options: PostgresPoolOptions
    ) {
        self.loops = loops
        pools = loops.loops.map { PostgresPool(configuration, on: $0, options: options) }
    }

    /// Closes every pool, after the calls that are running.
    package func close() async {
        for pool in pools { await pool.close() }
    }

    /// Counts the connections of all pools, who waits for one, and failed attempts to connect.
    package func statistics() async -> PostgresPoolStatistics {
        var all = PostgresPoolStatistics()
        for pool in pools {
            let one = await pool.statistics()
            all.open += one.open
            all.idle += one.idle
            all.connecting += one.connecting
            all.waiting += one.waiting
            all.failures += one.failures
        }
        return all
    }

    var pool: PostgresPool {
        pools.first(where: \.loop.isCurrent) ?? pools[Int.random(in: pools.indices)]
    }

    /// Asks the database whether it answers, within a second.
    package func ping() async throws(StorageError) {
        do { _ = try await pool.query("select 1", deadline: .seconds(1)) } catch {
            throw .unavailable(error)
        }
    }

    func call(
        _ function: PostgresStatement, _ parameters: [PostgresValue]
    ) async throws(StorageError) -> PostgresResult {
        try await persistently { () throws(PostgresError) in
            try await self.pool.query(function, parameters)
        }
    }

    /// Runs several calls as one transaction, all of it again when it has to be repeated.
    func transaction<Value: Sendable>(
        _ body: (PostgresSession) async throws -> Value
    ) async throws(StorageError) -> Value {
        try await persistently { () throws(PostgresError) in
            do { return try await self.pool.transaction(.readCommitted, body) } catch {
                if let error = error as? PostgresError { throw error }
                throw .decoding(column: "transaction", reason: String(describing: error))
            }
        }
    }

    private func persistently<Value>(
        _ body: () async throws(PostgresError) -> Value
    ) async throws(StorageError) -> Value {
        var attempt = 1
        while true {
            do { return try await body() } catch {
                switch error {
                case .decoding, .encoding, .busy: throw .defect(error.description)
                case .server(let refusal)
                where !error.isRetryable && !error.outcomeUnknown
                    && !["53", "57", "25"].contains(refusal.sqlState.prefix(2)):
                    throw .defect(error.description)
                default: break
                }
                let again = error.isRetryable || error.isConnectionLoss
                guard again, attempt < Self.tries, !Task.isCancelled else {
                    throw .unavailable(error)
                }
                let pause = Duration.milliseconds(Int.random(in: 1...(20 << attempt)))
                do { try await pool.loop.sleep(for: pause) } catch { throw .unavailable(.closed) }
                attempt += 1
            }
        }
    }
}

extension PostgresError {
    /// The connection broke: the same call may be made again on another.
    var isConnectionLoss: Bool {
        switch self {
        case .connection: true
        case .server(let error): error.sqlState.hasPrefix("08") || error.sqlState.hasPrefix("57P")
        default: false
        }
    }
}

extension PostgresStatement {
    /// Names the call of a function of `sql/functions`, all of its result.
    static func function(_ name: String, _ arguments: Int) -> PostgresStatement {
        let places = (0..<arguments).map { "$\($0 + 1)" }.joined(separator: ", ")
        return PostgresStatement(name: name, "select * from interlock.\(name)(\(places))")
    }

    /// The same, with the columns of one composite column as columns of their own beside the others.
    static func function(
        _ name: String, _ arguments: Int, spreading column: String
    ) -> PostgresStatement {
        let places = (0..<arguments).map { "$\($0 + 1)" }.joined(separator: ", ")
        return PostgresStatement(
            name: name, "select f.*, (f.\(column)).* from interlock.\(name)(\(places)) f")
    }
}
