import Cryptography
package import FoundationEssentials
package import InterlockAPI
import PostgresClient

/// Reads what administrators did. Nothing is appended from here: each act's own function does that.
package struct AuditStore: Sendable {
    private static let list = PostgresStatement.function("audit_list", 4)

    /// Narrows a list; nil is any.
    package struct Filter: Sendable {
        /// Acts about this account, whichever side of them it is. One that was forgotten has none.
        package var account: AccountName?
        /// The same by the random id that the audit knows an account by.
        package var subject: UUID?
        package var act: String?
        /// Included.
        package var from: Timestamp?
        /// Not included.
        package var to: Timestamp?

        package init() {}

        var json: String {
            var object: [String: JSONValue] = [:]
            object["account_key"] = account.map { .string($0.key.uuidString) }
            object["subject_id"] = subject.map { .string($0.uuidString) }
            object["act"] = act.map(JSONValue.string)
            object["from"] = from.map { .integer($0.microseconds) }
            object["to"] = to.map { .integer($0.microseconds) }
            return JSONValue.object(object).text
        }
    }

    let database: Database

    init(_ database: Database) { self.database = database }

    /// Lists an app's records, the newest first, those before a place; nil is the end.
    package func list(
        appID: String, _ filter: Filter, before place: Int64?, limit: Int32
    ) async throws(StorageError) -> [AuditRecord] {
        let rows = try await database.call(
            Self.list,
            [.text(appID), .jsonb(filter.json), .int8(place ?? .max), .int4(limit)])
        return try decoding {
            try rows.map { row in
                func value(_ column: PostgresColumn) throws -> WireValue {
                    try WireCoding.decode(WireValue.self, from: try row.json(column))
                }
                return AuditRecord(
                    place: try row.int8("place"),
                    at: Timestamp(microseconds: try row.timestamp("at")),
                    actor: try value("actor"), act: try row.text("act"),
                    subject: try value("subject"), reason: try row.text("reason"),
                    before: try value("before"), after: try value("after"),
                    hash: try row.text("hash"),
                    accounts: try WireCoding.decode(
                        [String: String].self, from: try row.json("accounts")))
            }
        }
    }
}
