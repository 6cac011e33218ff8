import Cryptography
package import FoundationEssentials
import InterlockAPI
import PostgresClient

// The end of an account: forgotten, or merged into another of the same person.
extension AccountStore {
    private static let forget = PostgresStatement.function("accounts_forget", 2)
    private static let merge = PostgresStatement.function("accounts_merge", 3)
    private static let audit = PostgresStatement.function("audit_append", 7)

    /// What a merge came to; the words are those of `accounts/merge.sql`.
    package enum Merge: String, Sendable {
        case merged, unknown
        case noAccount = "no_account"
        case inAGroup = "in_a_group"
    }

    /// Forgets an account, with a row in the audit that doesn't name it: it leaves its group, its open intents
    /// end, its purchases stay in the ledger without it. The scopes whose devices see a difference.
    package func forget(
        _ account: AccountName, reason: String, actor: StoreActor, groups: GroupStore
    ) async throws(StorageError) -> [UUID] {
        let auditID = UUIDv7.make()
        return try await database.transaction { session in
            let scopes = try await leaveGroup(account, groups, in: session)
            _ = try await session.query(
                Self.forget, [.uuid(account.key), .text(account.appID)])
            try await note("account.forget", auditID, account.appID, reason, actor, in: session)
            return scopes + [account.key]
        }
    }

    /// Merges an account into another, with its row in the audit. The scopes whose devices see a difference.
    package func merge(
        _ account: AccountName, into other: AccountName, actor: StoreActor, groups: GroupStore
    ) async throws(StorageError) -> (outcome: Merge, scopes: [UUID]) {
        let auditID = UUIDv7.make()
        return try await database.transaction { session in
            let left = try await leaveGroup(account, groups, in: session)
            let rows = try await session.query(
                Self.merge, [.uuid(account.key), .uuid(other.key), .text(account.appID)])
            guard let row = rows.first, let outcome = Merge(rawValue: try row.text("outcome"))
            else { throw StorageError.defect("no outcome") }
            guard outcome == .merged else { return (outcome, left) }
            let incidents = try row.json("incidents")
            if incidents.count > 2 {
                _ = try await session.query(
                    LedgerStore.note,
                    [
                        .text(account.appID), .text(StoreEnvironment.production.rawValue),
                        .jsonb(String(decoding: incidents, as: UTF8.self)),
                    ])
            }
            try await note("account.merge", auditID, account.appID, "merge", actor, in: session)
            return (outcome, left + [account.key, try row.uuid("scope_id")])
        }
    }

    /// Ownership and intents come along into the account's own scope.
    private func leaveGroup(
        _ account: AccountName, _ groups: GroupStore, in session: PostgresSession
    ) async throws -> [UUID] {
        let place = try await session.query(Self.locate, [.uuid(account.key)])
        guard let scope = try place.first?.uuid("scope_id"), scope != account.key else {
            return []
        }
        return try await groups.move(account, to: account.key, "", in: session).scopes
    }

    private func note(
        _ act: String, _ id: UUID, _ appID: String, _ reason: String, _ actor: StoreActor,
        in session: PostgresSession
    ) async throws {
        _ = try await session.query(
            Self.audit,
            [
                .uuid(id), .text(appID), .jsonb(actor.json.text), .text(act), .jsonb("{}"),
                .text(reason), .jsonb("{}"),
            ])
    }
}
