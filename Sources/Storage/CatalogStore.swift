package import Coordination
import Cryptography
import InterlockAPI
import PostgresClient

/// Keeps the catalogs.
package struct CatalogStore: Sendable {
    private static let apply = PostgresStatement.function("catalogs_apply", 7)
    private static let read = PostgresStatement.function("catalogs_read", 1)

    /// A catalog as it was applied.
    package struct Entry: Sendable {
        package let document: [UInt8]
        package let compiled: CompiledCatalog
    }

    /// What applying decided.
    package enum Applied: Sendable, Equatable {
        case applied(revision: Int64)
        case unchanged(revision: Int64)
        case stale(revision: Int64)
        case notFound
    }

    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Reads an app's catalog; nil when there is no such app.
    package func read(appID: String) async throws(StorageError) -> Entry? {
        let rows = try await database.call(Self.read, [.text(appID)])
        return try decoding {
            guard let row = rows.first else { return nil }
            return Entry(
                document: try row.json("document"),
                compiled: CompiledCatalog(
                    revision: try row.int8("revision"),
                    plans: try WireCoding.decode([ProductPlan].self, from: try row.json("plans"))))
        }
    }

    /// Replaces an app's catalog, when `expected` (nil: whatever is there) is its revision.
    package func apply(
        _ catalog: Catalog, appID: String, expected: Int64?, actor: StoreActor,
        reason: String = ""
    ) async throws(StorageError) -> Applied {
        let parameters = try decoding { () -> [PostgresValue] in
            [
                .text(appID), .int8(expected ?? -1),
                .jsonb(try Self.json(catalog.document)), .jsonb(try Self.json(catalog.deadlines)),
                .jsonb(try Self.products(of: catalog)), .jsonb(actor.json.text),
                .text(reason),
            ]
        }
        let rows = try await database.call(Self.apply, parameters)
        return try decoding {
            let revision = try rows.first?.optionalInt8("revision") ?? 0
            switch try rows.first?.text("outcome") {
            case "applied": return .applied(revision: revision)
            case "unchanged": return .unchanged(revision: revision)
            case "stale": return .stale(revision: revision)
            default: return .notFound
            }
        }
    }

    private static func products(of catalog: Catalog) throws -> String {
        let durations = Dictionary(
            catalog.products.map { ($0.id, $0.duration) }, uniquingKeysWith: { first, _ in first })
        let products = try catalog.compile().map { plan -> String in
            var row: [String: JSONValue] = [
                "product_id": .string(plan.productID), "kind": .string(plan.kind.rawValue),
            ]
            row["subscription_group"] = plan.subscriptionGroup.map(JSONValue.string)
            row["duration"] = durations[plan.productID]?.map { .string($0.description) }
            return JSONValue.object(row).text.dropLast() + ",\"plan\":" + (try json(plan)) + "}"
        }
        return "[" + products.joined(separator: ",") + "]"
    }

    private static func json(_ value: some Encodable) throws -> String {
        String(decoding: try WireCoding.encode(value), as: UTF8.self)
    }
}
