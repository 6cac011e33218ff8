import Cryptography
package import FoundationEssentials
import PostgresClient

/// Counts what is open in the apps, in the background and for all nodes.
package struct SampleStore: Sendable {
    private static let note = PostgresStatement.function("samples_note", 2)
    private static let take = PostgresStatement.function("samples_take", 0)
    private static let due = PostgresStatement.function("intents_reviews", 0)
    private static let review = PostgresStatement.function("intents_review", 2)

    /// Intents that one step of a review looks at.
    private static let looks: Int32 = 500

    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Notes that a node lives, and how many devices wait on it, by app.
    package func note(node: UUID, waiting: [String: Int]) async throws(StorageError) {
        let counts = JSONValue.object(waiting.mapValues { .integer(Int64($0)) })
        _ = try await database.call(Self.note, [.uuid(node), .jsonb(counts.text)])
    }

    /// Counts one app whose time has come; false when there is none, or others count them.
    package func take() async throws(StorageError) -> Bool {
        let rows = try await database.call(Self.take, [])
        return try decoding { try rows.first?.optionalText(0) != nil }
    }

    /// Lists the apps whose open intents a changed ``StuckRule`` is to reach.
    package func reviews() async throws(StorageError) -> [String] {
        let rows = try await database.call(Self.due, [])
        return try decoding { try rows.map { try $0.text(0) } }
    }

    /// Applies an app's rule to some more of its open intents; false when nothing is left now, or another
    /// process works on it.
    package func review(appID: String) async throws(StorageError) -> Bool {
        let rows = try await database.call(Self.review, [.text(appID), .int4(Self.looks)])
        return try decoding { try rows.first?.optionalInt4(0) == Self.looks }
    }
}
