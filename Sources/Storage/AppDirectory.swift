package import Authentication
import Coordination
import Cryptography
import InterlockAPI
import PostgresClient

/// Keeps the apps.
package struct AppDirectory: Sendable {
    private static let create = PostgresStatement.function("apps_create", 6)
    private static let update = PostgresStatement.function("apps_update", 4)
    private static let list = PostgresStatement.function("apps_list", 0)
    private static let revisions = PostgresStatement.function("apps_revisions", 0)
    private static let partitions = PostgresStatement.function("installation_partitions", 0)
    private static let epochCall = PostgresStatement.function("installation_epoch", 0)

    let database: Database

    init(_ database: Database) { self.database = database }

    /// Creates an app: `created`, `exists` or `bundle_in_use`. Only who is on the machine does.
    package func create(
        _ id: String, _ app: AppChange, signer: ClientSigningKey, actor: StoreActor
    ) async throws(StorageError) -> String {
        let key: [UInt8]
        do { key = try signer.pkcs8().expose() } catch { throw .defect(error.description) }
        let deadlines = try decoding {
            String(decoding: try WireCoding.encode(Deadlines.standard), as: UTF8.self)
        }
        var object: [String: JSONValue] = [
            "bundle_ids": .array(app.bundleIDs.map(JSONValue.string)),
            "environments": .array(
                (app.environments ?? StoreEnvironment.allCases).map { .string($0.rawValue) }),
        ]
        object["apple_id"] = app.appleID.map(JSONValue.integer)
        object["stuck"] = app.stuckJSON
        let text =
            JSONValue.object(object).text.dropLast() + ",\"deadlines\":" + deadlines
            + ",\"token_keys\":" + (app.tokenKeys ?? "null") + "}"
        let rows = try await database.call(
            Self.create,
            [
                .text(id), .jsonb(text), .byteaArray(app.roots), .text(signer.keyID), .bytea(key),
                .jsonb(actor.json.text),
            ])
        return try decoding { try rows.first?.text(0) ?? "" }
    }

    /// Changes an app: `updated`, `not_found` or `bundle_in_use`.
    package func update(
        _ id: String, _ app: AppChange, actor: StoreActor
    ) async throws(StorageError) -> String {
        var object: [String: JSONValue] = [
            "add_bundle_ids": .array(app.bundleIDs.map(JSONValue.string))
        ]
        object["apple_id"] = app.appleID.map(JSONValue.integer)
        object["stuck"] = app.stuckJSON
        object["environments"] = app.environments.map {
            .array($0.map { .string($0.rawValue) })
        }
        var text = JSONValue.object(object).text
        if let keys = app.tokenKeys { text = text.dropLast() + ",\"token_keys\":" + keys + "}" }
        let rows = try await database.call(
            Self.update,
            [.text(id), .jsonb(text), .byteaArray(app.roots), .jsonb(actor.json.text)])
        return try decoding { try rows.first?.text(0) ?? "" }
    }

    /// Lists the apps.
    package func list() async throws(StorageError) -> [AppRecord] {
        let rows = try await database.call(Self.list, [])
        return try decoding { try rows.map(Self.record) }
    }

    /// Gives a text that differs whenever an app or a catalog has changed: cheap to ask often.
    package func revisions() async throws(StorageError) -> String {
        let rows = try await database.call(Self.revisions, [])
        return try decoding {
            try rows.map { "\(try $0.text(0)):\(try $0.int8(1)):\(try $0.int8(2))" }
                .sorted().joined(separator: " ")
        }
    }

    /// Gives the database's epoch.
    package func epoch() async throws(StorageError) -> String {
        let rows = try await database.call(Self.epochCall, [])
        return try decoding { try rows.first?.text(0) ?? "" }
    }

    /// Makes the partitions of the months to come; harmless to repeat, several nodes may.
    package func makePartitions() async throws(StorageError) {
        _ = try await database.call(Self.partitions, [])
    }

    private static func record(_ row: PostgresRow) throws -> AppRecord {
        AppRecord(
            id: try row.text("app_id"), appleID: try row.optionalInt8("apple_id"),
            environments: try row.textArray("environments")
                .compactMap(StoreEnvironment.init(rawValue:)),
            bundleIDs: try row.textArray("bundle_ids"), roots: try row.byteaArray("roots"),
            tokenKeys: try row.optionalJSON("token_keys"), signer: try row.bytea("token_signer"),
            revision: try row.int8("revision"),
            catalogRevision: try row.int8("catalog_revision"),
            createdAt: Timestamp(microseconds: try row.timestamp("created_at")),
            stuck: try WireCoding.decode(StuckRule.self, from: try row.json("stuck")))
    }
}
