package import EmbeddedPostgres
import EventLoop
package import PostgresClient

/// The PostgreSQL cluster of this test process; started by the first test that needs it.
package struct TestCluster: Sendable {
    package let cluster: EmbeddedCluster
    /// Calls as superuser, in the database `postgres`.
    package let administration: PostgresPool

    private static let started = Task {
        let path = try TestFolder.path("cluster")
        let cluster = try await EmbeddedCluster.start(dataDirectory: path, options: .throwaway)
        let url = cluster.connectionString(database: "postgres", user: "postgres")
        let pool = PostgresPool(
            try PostgresConfiguration(url: url), on: try EventLoop(name: "test-admin"),
            options: PostgresPoolOptions(maximum: 4))
        return TestCluster(cluster: cluster, administration: pool)
    }

    package static func shared() async throws -> TestCluster { try await started.value }
}
