import Cryptography
package import FoundationEssentials
package import InterlockAPI
import PostgresClient

/// Calls the functions of intents: each method is one call, one round trip once the account is known.
package struct IntentStore: Sendable {
    private static let reserve = PostgresStatement.function("intents_reserve", 9)
    private static let get = PostgresStatement.function("intents_get", 3)
    private static let list = PostgresStatement.function("intents_list", 6)
    private static let renew = PostgresStatement.function("intents_renew", 4)
    private static let hear = PostgresStatement.function("intents_hear", 3)
    private static let report = PostgresStatement.function("intents_report", 6)
    private static let release = PostgresStatement.function("intents_release", 4)

    let database: Database
    private let accounts: AccountStore

    init(_ database: Database, _ accounts: AccountStore) {
        self.database = database
        self.accounts = accounts
    }

    /// Reserves an intent; see `intents/reserve.sql` for the outcomes and their order.
    package func reserve(
        _ account: AccountName, device: String, environment: StoreEnvironment, productID: String,
        requestID: String, metadata: String?, risks: [Risk] = []
    ) async throws(StorageError) -> IntentAnswer {
        let options = StoreOptions(
            actor: .device(device), metadata: metadata, risks: risks.map(\.rawValue))
        let id = UUIDv7.make()
        return try await answer(account, Self.reserve) { scope in
            [
                .uuid(scope), .text(account.appID), .text(environment.rawValue),
                .uuid(account.key), .text(device), .text(productID), .text(requestID), .uuid(id),
                .jsonb(options.text),
            ]
        }
    }

    /// Gives an account's intent as it is now: `found` or `notFound`.
    package func get(
        _ account: AccountName, id: UUID
    ) async throws(StorageError) -> IntentAnswer {
        try await answer(account, Self.get) { [.uuid($0), .uuid(account.key), .uuid(id)] }
    }

    /// Lists an account's intents, newest first, those before `cursor`.
    package func list(
        _ account: AccountName, onlyOpen: Bool, before cursor: ListCursor?, limit: Int32
    ) async throws(StorageError) -> [Intent] {
        let cursor = cursor ?? .end
        return try await accounts.inScope(of: account) { scope throws(StorageError) in
            let rows = try await database.call(
                Self.list,
                [
                    .uuid(scope), .uuid(account.key), .text(onlyOpen ? "open" : "any"),
                    .timestamp(cursor.at.microseconds), .uuid(cursor.id), .int4(limit),
                ])
            let answers = try decoding {
                try rows.map { try IntentAnswer($0, scopeID: scope) }
            }
            return answers.first?.outcome == .moved ? nil : answers.compactMap(\.intent)
        }
    }

    /// Extends a reserved intent for its holder.
    package func renew(
        _ account: AccountName, device: String, id: UUID
    ) async throws(StorageError) -> IntentAnswer {
        try await answer(account, Self.renew) {
            [.uuid($0), .uuid(account.key), .text(device), .uuid(id)]
        }
    }

    /// Notes that a device lives which holds reserved or confirming intents in a scope; nothing when it is
    /// elsewhere by now. Idempotent.
    package func hear(
        _ account: AccountName, device: String, in scopeID: UUID
    ) async throws(StorageError) {
        _ = try await database.call(
            Self.hear, [.uuid(scopeID), .uuid(account.key), .text(device)])
    }

    /// Records what the holder says of its purchase.
    package func report(
        _ account: AccountName, device: String, id: UUID, result: ReportResult,
        reason: PendingReason?, error: String?
    ) async throws(StorageError) -> IntentAnswer {
        let options = StoreOptions(
            actor: .device(device), reason: reason?.rawValue, error: error)
        return try await answer(account, Self.report) {
            [
                .uuid($0), .uuid(account.key), .text(device), .uuid(id), .text(result.rawValue),
                .jsonb(options.text),
            ]
        }
    }

    /// Gives up an account's own pending intent.
    package func release(
        _ account: AccountName, device: String, id: UUID, reason: String
    ) async throws(StorageError) -> IntentAnswer {
        let options = StoreOptions(actor: .device(device), reason: reason, by: "account")
        return try await answer(account, Self.release) {
            [.uuid($0), .uuid(account.key), .uuid(id), .jsonb(options.text)]
        }
    }

    private func answer(
        _ account: AccountName, _ function: PostgresStatement,
        _ parameters: (UUID) -> [PostgresValue]
    ) async throws(StorageError) -> IntentAnswer {
        try await accounts.inScope(of: account) { scope throws(StorageError) in
            let rows = try await database.call(function, parameters(scope))
            let answer = try decoding {
                guard let row = rows.first else { throw StorageError.defect("no answer") }
                return try IntentAnswer(row, scopeID: scope)
            }
            return answer.outcome == .moved ? nil : answer
        }
    }
}
