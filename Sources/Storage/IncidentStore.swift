import Cryptography
package import FoundationEssentials
package import InterlockAPI
import PostgresClient

/// Keeps what a person should see.
package struct IncidentStore: Sendable {
    private static let note = PostgresStatement.function("incidents_note", 3)
    private static let list = PostgresStatement.function("incidents_list", 5)
    private static let resolve = PostgresStatement.function("incidents_resolve", 4)

    /// Narrows a list; nil is any.
    package struct Filter: Sendable {
        /// `open`, `resolved` or `any`.
        package var status = "open"
        package var kind: IncidentKind?
        package var environment: StoreEnvironment?
        package var account: AccountName?
        package var id: UUID?

        package init() {}

        var json: String {
            var object: [String: JSONValue] = ["status": .string(status)]
            object["kind"] = kind.map { .string($0.rawValue) }
            object["environment"] = environment.map { .string($0.rawValue) }
            object["account_key"] = account.map { .string($0.key.uuidString) }
            object["incident_id"] = id.map { .string($0.uuidString) }
            return JSONValue.object(object).text
        }
    }

    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Lists an app's incidents, the newest first, those before `cursor`.
    package func list(
        appID: String, _ filter: Filter, before cursor: ListCursor?, limit: Int32
    ) async throws(StorageError) -> [Incident] {
        let cursor = cursor ?? .end
        let rows = try await database.call(
            Self.list,
            [
                .text(appID), .jsonb(filter.json), .timestamp(cursor.at.microseconds),
                .uuid(cursor.id), .int4(limit),
            ])
        return try decoding { try rows.map(Self.incident) }
    }

    /// Resolves an incident; the call itself appends to the audit. One that is resolved already stays as it is.
    /// Nil when there is none.
    package func resolve(
        appID: String, id: UUID, reason: String, actor: StoreActor
    ) async throws(StorageError) -> IncidentResolution? {
        let rows = try await database.call(
            Self.resolve, [.text(appID), .uuid(id), .jsonb(actor.json.text), .text(reason)])
        return try decoding {
            guard let row = rows.first else { return nil }
            let outcome = try row.text("outcome")
            if outcome == "not_found" { return nil }
            return IncidentResolution(
                isNew: outcome == "resolved",
                at: Timestamp(microseconds: try row.timestamp("resolved_at")),
                by: try WireCoding.decode(
                    ConsoleStep.Actor.self, from: try row.json("resolved_by")),
                reason: try row.text("resolution"))
        }
    }

    /// Notes that something signed did not verify; once an hour for each reason and place that it came from,
    /// with the account that brought the first.
    package func noteUnverified(
        appID: String, _ environment: StoreEnvironment, source: String, hour: Int64, reason: String,
        account: AccountName?
    ) async throws(StorageError) {
        var incident: [String: JSONValue] = [
            "kind": "verification_failed", "subject": .string("\(source) \(reason) \(hour)"),
            "detail": .object(["source": .string(source), "reason": .string(reason)]),
        ]
        incident["account_key"] = account.map { .string($0.key.uuidString) }
        _ = try await database.call(
            Self.note,
            [
                .text(appID), .text(environment.rawValue),
                .jsonb(JSONValue.array([.object(incident)]).text),
            ])
    }

    private static func incident(_ row: PostgresRow) throws -> Incident {
        guard let environment = StoreEnvironment(rawValue: try row.text("environment")) else {
            throw StorageError.defect("unknown environment")
        }
        return Incident(
            id: try row.uuid("incident_id").uuidString.lowercased(), kind: try row.text("kind"),
            environment: environment, status: try row.text("status"),
            accountID: try row.optionalText("account_id"),
            detail: try WireCoding.decode(WireValue.self, from: try row.json("detail")),
            openedAt: Timestamp(microseconds: try row.timestamp("opened_at")),
            seenAt: Timestamp(microseconds: try row.timestamp("seen_at")),
            times: try row.int8("times"),
            resolvedAt: try row.optionalTimestamp("resolved_at")
                .map(Timestamp.init(microseconds:)),
            resolution: try row.optionalText("resolution"))
    }
}
