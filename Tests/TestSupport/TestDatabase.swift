import EmbeddedPostgres
import Glibc
import PostgresClient
import Synchronization

/// A database of its own for one test or suite, cloned from a template that is prepared once.
package struct TestDatabase: Sendable {
    package let name: String
    /// Logs in as its owner, the role `interlock`.
    package let url: String
    /// Logs in as superuser.
    package let superuserURL: String

    private static let templates = Mutex<[String: Task<String, any Error>]>([:])
    private static let next = Atomic<Int>(0)

    /// Makes a database like the template of `key`.
    ///
    /// - Parameter prepare: fills the template, the first time `key` is asked for in this process; its
    ///   connections must be closed when it returns. It gets the template's connection string.
    package static func fresh(
        key: String = "empty",
        prepare: @escaping @Sendable (_ url: String) async throws -> Void = { _ in }
    ) async throws -> TestDatabase {
        let template = templates.withLock { templates in
            if let template = templates[key] { return template }
            let template = Task {
                let database = try await make(from: "template0")
                try await prepare(database.url)
                return database.name
            }
            templates[key] = template
            return template
        }
        return try await make(from: try await template.value)
    }

    /// Runs `body` with a fresh database, dropped afterwards.
    package static func with<Value>(
        key: String = "empty",
        prepare: @escaping @Sendable (_ url: String) async throws -> Void = { _ in },
        _ body: (TestDatabase) async throws -> Value
    ) async throws -> Value {
        let database = try await fresh(key: key, prepare: prepare)
        do {
            let value = try await body(database)
            try await database.drop()
            return value
        } catch {
            try? await database.drop()
            throw error
        }
    }

    /// Drops the database and ends the sessions in it.
    package func drop() async throws {
        try await TestCluster.shared().making
            .simple("drop database if exists \(name) with (force)")
    }

    private static func make(from template: String) async throws -> TestDatabase {
        let name = "test_\(getpid())_\(next.add(1, ordering: .relaxed).newValue)"
        let shared = try await TestCluster.shared()
        try await shared.making.simple(
            "create database \(name) template \(template) owner interlock")
        return TestDatabase(
            name: name, url: shared.cluster.connectionString(database: name),
            superuserURL: shared.cluster.connectionString(database: name, user: "postgres"))
    }
}
