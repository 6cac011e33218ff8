import Cryptography
package import FoundationEssentials
package import InterlockAPI
import PostgresClient

// What administrators see and do: an app's open intents, one intent by its id alone, its release.
extension IntentStore {
    private static let locks = PostgresStatement.function("intents_locks", 5)
    private static let find = PostgresStatement.function("intents_find", 2)
    private static let count = PostgresStatement.function("intents_count", 3)

    /// Counting the open intents of a product ends here.
    package static let mostCounted: Int64 = 1_000
    private static let get = PostgresStatement.function("intents_get", 3)
    private static let release = PostgresStatement.function("intents_release", 4)

    /// An open intent as administrators see it.
    package struct LockRow: Sendable {
        package let intent: Intent
        package let isStuck: Bool
        /// From when it counts as stuck; far away where it expires before.
        package let stuckAt: Timestamp
        package let scopeID: UUID
        package let hasClaim: Bool
        package let scope: StateDocument.Scope
    }

    /// A page of a list of locks.
    package struct LockPage: Sendable {
        package var rows: [LockRow]
        /// Where to go on. A page may be short, or empty, and still have one: so many locks were looked at
        /// and few were what was asked for.
        package var next: ListCursor?
    }

    /// Narrows a list of locks; nil is any.
    package struct LockFilter: Sendable, Equatable {
        package var environment: StoreEnvironment?
        package var status: IntentStatus?
        package var productID: String?
        package var accountID: String?
        /// In seconds since it was made, ``oldest`` at most.
        package var olderThan: Int32?
        /// The stuck ones alone.
        package var onlyStuck = false
        /// Ten years; nothing is open for as long.
        package static let oldest: Int32 = 315_360_000

        package init() {}

        func json(appID: String) -> String {
            var object: [String: JSONValue] = [:]
            object["environment"] = environment.map { .string($0.rawValue) }
            object["status"] = status.map { .string($0.rawValue) }
            object["product_id"] = productID.map(JSONValue.string)
            object["account_key"] = accountID.map {
                .string(AccountName(appID: appID, accountID: $0).key.wireText)
            }
            object["older_than"] = olderThan.map { .integer(Int64($0)) }
            if onlyStuck { object["stuck"] = .bool(true) }
            return JSONValue.object(object).text
        }
    }

    /// Lists an app's open intents, stuck ones first, then by when they become stuck, those after a place in
    /// the list.
    package func locks(
        appID: String, _ filter: LockFilter, after cursor: ListCursor?, limit: Int32
    ) async throws(StorageError) -> LockPage {
        let cursor = cursor ?? .start
        let rows = try await database.call(
            Self.locks,
            [
                .text(appID), .jsonb(filter.json(appID: appID)),
                .timestamp(cursor.at.microseconds), .uuid(cursor.id), .int4(limit + 1),
            ])
        return try decoding {
            var page = LockPage(rows: [])
            for row in rows {
                let stuckAt = Timestamp(microseconds: try row.timestamp("stuck_at"))
                if try row.text("outcome") == "more" {
                    page.next = ListCursor(at: stuckAt, id: try row.uuid("intent_id"))
                } else if page.rows.count < limit {
                    page.rows.append(try Self.lock(row, stuckAt))
                } else {
                    page.next = page.rows.last.map {
                        ListCursor(at: $0.stuckAt, id: $0.intent.id)
                    }
                }
            }
            return page
        }
    }

    /// Counts the open intents of products; ``mostCounted`` stands for that many or more.
    package func open(
        of products: [String], appID: String
    ) async throws(StorageError) -> [String: Int64] {
        let rows = try await database.call(
            Self.count,
            [.text(appID), .textArray(products), .int4(Int32(Self.mostCounted))])
        return try decoding {
            try Dictionary(
                rows.map { (try $0.text("product_id"), try $0.int8("open_count")) },
                uniquingKeysWith: { first, _ in first })
        }
    }

    /// Reads pages of locks until there are `limit`, or no more. `isCut` when there are more.
    package func locks(
        appID: String, _ filter: LockFilter, atMost limit: Int32
    ) async throws(StorageError) -> (rows: [LockRow], isCut: Bool) {
        var rows: [LockRow] = []
        var place: ListCursor?
        repeat {
            let page = try await locks(
                appID: appID, filter, after: place, limit: limit + 1 - Int32(rows.count))
            rows += page.rows
            place = page.next
        } while place != nil && rows.count <= limit
        return (Array(rows.prefix(Int(limit))), rows.count > limit)
    }

    private static func lock(_ row: PostgresRow, _ stuckAt: Timestamp) throws -> LockRow {
        let scope = try row.uuid("scope_id")
        guard let intent = try IntentAnswer(row, scopeID: scope).intent else {
            throw StorageError.defect("a lock without an intent")
        }
        return LockRow(
            intent: intent, isStuck: try row.bool("stuck"), stuckAt: stuckAt, scopeID: scope,
            hasClaim: try row.bool("has_claim"),
            scope: .init(
                kind: ScopeKind(rawValue: try row.text("scope_kind")) ?? .account,
                groupID: try row.optionalText("group_id")))
    }

    /// Gives an app's intent by its id alone, whoever's it is; nil when there is none.
    package func find(appID: String, id: UUID) async throws(StorageError) -> IntentAnswer? {
        guard let (account, scope) = try await place(appID: appID, id: id) else { return nil }
        let rows = try await database.call(
            Self.get, [.uuid(scope), .uuid(account.key), .uuid(id)])
        return try decoding { try rows.first.map { try IntentAnswer($0, scopeID: scope) } }
    }

    /// Releases an open intent for an administrator; the call itself appends to the audit.
    /// Nil when there is no such intent; else `released`, `intentClosed`, or `changed` when it was updated
    /// at another time than `unchangedSince`. Its sets stay closed to everybody for `lockDelay` seconds; of one
    /// that is released already, see `intents/release.sql`.
    package func releaseByAdministrator(
        appID: String, id: UUID, reason: String, actor: StoreActor,
        unchangedSince: Timestamp? = nil, lockDelay: Int64? = nil
    ) async throws(StorageError) -> IntentAnswer? {
        let options = StoreOptions(
            actor: actor, reason: reason, by: "administrator",
            unchangedSince: unchangedSince?.microseconds, lockDelay: lockDelay)
        while true {
            guard let (account, scope) = try await place(appID: appID, id: id) else { return nil }
            let rows = try await database.call(
                Self.release, [.uuid(scope), .uuid(account.key), .uuid(id), .jsonb(options.text)])
            let answer = try decoding {
                guard let row = rows.first else { throw StorageError.defect("no answer") }
                return try IntentAnswer(row, scopeID: scope)
            }
            // Its account went to another scope between the two calls: look again where it is.
            if answer.outcome != .moved { return answer }
        }
    }

    private func place(
        appID: String, id: UUID
    ) async throws(StorageError) -> (AccountName, UUID)? {
        let rows = try await database.call(Self.find, [.text(appID), .uuid(id)])
        return try decoding {
            try rows.first.map {
                let name = AccountName(appID: appID, accountID: try $0.text("account_id"))
                return (name, try $0.uuid("scope_id"))
            }
        }
    }
}
