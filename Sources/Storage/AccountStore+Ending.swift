import Cryptography
package import FoundationEssentials
import InterlockAPI
import PostgresClient

// The end of an account: forgotten, or merged into another of the same person.
extension AccountStore {
    private static let forget = PostgresStatement.function("accounts_forget", 4)
    private static let merge = PostgresStatement.function("accounts_merge", 5)

    /// What a merge came to; the words are those of `accounts/merge.sql`.
    package enum Merge: String, Sendable {
        case merged, unknown
        case noAccount = "no_account"
        case inAGroup = "in_a_group"
    }

    /// Forgets an account: it leaves its group, its open intents end, its purchases stay in the ledger without
    /// it. The call itself appends to the audit, and makes what the audit has about the account nobody's. The
    /// scopes whose devices see a difference.
    package func forget(
        _ account: AccountName, reason: String, actor: StoreActor, groups: GroupStore
    ) async throws(StorageError) -> [UUID] {
        for _ in 0..<8 {
            // By itself: the ledger is locked before scopes, and leaving locks scopes.
            let left = try await leaveGroup(account, groups)
            let rows = try await database.call(
                Self.forget,
                [
                    .uuid(account.key), .text(account.appID), .jsonb(actor.json.text),
                    .text(reason),
                ])
            let isDone = try decoding { try rows.first?.text("outcome") == "forgotten" }
            if isDone { return (left?.scopes ?? []) + [account.key] }
        }
        throw .unavailable(.timeout(sent: false))
    }

    /// Merges an account into another; the call itself appends to the audit. Its seat in a group goes to the
    /// other where that has none. The scopes whose devices see a difference.
    package func merge(
        _ account: AccountName, into other: AccountName, actor: StoreActor, groups: GroupStore
    ) async throws(StorageError) -> (outcome: Merge, scopes: [UUID]) {
        let left = try await leaveGroup(account, groups)
        let rows = try await database.call(
            Self.merge,
            [
                .uuid(account.key), .uuid(other.key), .text(account.appID),
                .jsonb(actor.json.text), .text("merge"),
            ])
        let merged = try decoding { () -> (outcome: Merge, scopes: [UUID]) in
            guard let row = rows.first, let outcome = Merge(rawValue: try row.text("outcome"))
            else { throw StorageError.defect("no outcome") }
            guard outcome == .merged else { return (outcome, []) }
            return (outcome, [account.key, try row.uuid("scope_id")])
        }
        var scopes = merged.scopes + (left?.scopes ?? [])
        if merged.outcome == .merged, let left {
            let joined = try await groups.join(
                other, left.group, as: left.role == .organizer ? .adult : left.role)
            scopes += joined.scopes
            if joined.outcome == .moved, left.role == .organizer {
                _ = try await groups.handOver(left.group, to: other)
            }
        }
        return (merged.outcome, scopes)
    }

    /// Ownership and intents come along into the account's own scope. Nil when it was in no group.
    private func leaveGroup(
        _ account: AccountName, _ groups: GroupStore
    ) async throws(StorageError) -> (group: UUID, role: GroupRole, scopes: [UUID])? {
        let rows = try await database.call(Self.locate, [.uuid(account.key)])
        let scope = try decoding { try rows.first?.uuid("scope_id") }
        guard let scope, scope != account.key,
            let group = try await groups.get(scope, appID: account.appID)
        else { return nil }
        let move = try await groups.leave(account, scope)
        return (scope, group.role(of: account.accountID) ?? .child, move.scopes)
    }
}
