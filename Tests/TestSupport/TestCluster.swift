package import EmbeddedPostgres
import EventLoop
package import PostgresClient

/// The PostgreSQL cluster of this test process; started by the first test that needs it.
package struct TestCluster: Sendable {
    package let cluster: EmbeddedCluster
    /// Calls as superuser, in the database `postgres`.
    package let administration: PostgresPool
    /// Makes and drops databases, in few turns: each is work for the disk.
    let making: PostgresPool

    private static let started = Task {
        let path = try TestFolder.path("cluster")
        let cluster = try await EmbeddedCluster.start(dataDirectory: path, options: .throwaway)
        let url = cluster.connectionString(database: "postgres", user: "postgres")
        let loop = try EventLoop(name: "test-admin")
        func pool(_ maximum: Int) throws -> PostgresPool {
            var options = PostgresPoolOptions(maximum: maximum)
            options.acquireDeadline = .seconds(60)
            options.queryDeadline = .seconds(60)
            return PostgresPool(
                try PostgresConfiguration(url: url), on: loop, options: options)
        }
        return TestCluster(cluster: cluster, administration: try pool(4), making: try pool(2))
    }

    package static func shared() async throws -> TestCluster { try await started.value }
}
