package import AppStore
import Coordination
import Cryptography
package import FoundationEssentials
package import InterlockAPI
import PostgresClient

/// Feeds verified facts into the ledger and on into the scope of their owner: one call, the line first, then
/// the scope; acknowledged after its commit.
package struct LedgerStore: Sendable {
    private static let ingest = PostgresStatement.function(
        "transactions_ingest", 6, spreading: "answer")
    private static let notification = PostgresStatement.function("notifications_ingest", 5)
    private static let parked = PostgresStatement.function("transactions_parked", 2)
    private static let claim = PostgresStatement.function("transactions_claim", 4)

    /// Who brings a fact, and what for.
    package struct Bringer: Sendable {
        package var appID: String
        package var source: String
        /// The authenticated account, when a device or a backend uploads.
        package var uploader: AccountName?
        /// The intent for which a device reports the transaction.
        package var reportedIntent: UUID?

        package init(
            appID: String, source: String, uploader: AccountName? = nil,
            reportedIntent: UUID? = nil
        ) {
            self.appID = appID
            self.source = source
            self.uploader = uploader
            self.reportedIntent = reportedIntent
        }
    }

    /// What became of a fact.
    package struct Ingested: Sendable {
        package let outcome: TransactionOutcome
        /// It is another account's: what is answered is not for who brought it.
        package let isConflict: Bool
        /// Nobody's yet: kept, and waits.
        package let isUnclaimed: Bool
        /// The scope's answer; nil when the scope had nothing to learn.
        package let answer: IntentAnswer?

        /// Nil when the uploader has ended.
        fileprivate init?(_ row: PostgresRow) throws {
            let word = try row.text("ingested")
            if word == "account_ended" { return nil }
            guard let outcome = TransactionOutcome(rawValue: word) else {
                throw StorageError.defect("unknown outcome")
            }
            self.outcome = outcome
            isConflict = try row.bool("is_conflict")
            isUnclaimed = try row.bool("is_unclaimed")
            answer = try row.optionalUUID("scope_id").map { try IntentAnswer(row, scopeID: $0) }
        }
    }

    let database: Database
    let accounts: AccountStore

    init(_ database: Database, _ accounts: AccountStore) {
        self.database = database
        self.accounts = accounts
    }

    /// Records a verified fact, settles what it settles. Idempotent, in any order. Throws `accountEnded` for an
    /// uploader that was forgotten or merged.
    package func ingest(
        _ fact: VerifiedFact, from bringer: Bringer
    ) async throws(StorageError) -> Ingested {
        let ingested = try await once(fact, bringer)
        guard ingested.isUnclaimed, try await hasToken(fact, bringer.appID) else {
            return ingested
        }
        return try await once(fact, bringer)
    }

    /// Records a notification once, with what it carries and does; not new when it was there already. The
    /// scopes are those whose devices may see a difference.
    package func ingest(
        _ notification: StoreNotification, id: UUID, appID: String
    ) async throws(StorageError) -> (isNew: Bool, scopes: [UUID]) {
        let bringer = Bringer(appID: appID, source: "notification")
        let fact = VerifiedFact(
            transaction: notification.transaction, renewal: notification.renewalInfo,
            status: notification.status)
        let rows = try await database.call(
            Self.notification,
            [
                .uuid(id), .text(appID), .text(notification.environment.rawValue),
                .jsonb(notification.ledgerJSON), .jsonb(fact?.json(from: bringer) ?? "{}"),
            ])
        let (isNew, isUnclaimed, scopes) = try decoding {
            guard let row = rows.first else { throw StorageError.defect("no answer") }
            return (
                try row.bool("is_new"), try row.bool("is_unclaimed"), try row.uuidArray("scopes")
            )
        }
        guard let fact, isUnclaimed, try await hasToken(fact, appID) else {
            return (isNew, scopes)
        }
        let ingested = try await once(fact, bringer)
        return (isNew, scopes + (ingested.answer.map { [$0.scopeID] } ?? []))
    }

    private func once(
        _ fact: VerifiedFact, _ bringer: Bringer
    ) async throws(StorageError) -> Ingested {
        let rows = try await database.call(
            Self.ingest,
            [
                .text(fact.originalTransactionID), .text(bringer.appID),
                .text(fact.environment.rawValue), .jsonb(fact.transactionJSON),
                .jsonb(fact.renewalJSON), .jsonb(fact.json(of: bringer)),
            ])
        let ingested = try decoding {
            guard let row = rows.first else { throw StorageError.defect("no answer") }
            return try Ingested(row)
        }
        guard let ingested else { throw .accountEnded }
        return ingested
    }

    /// Whether an account has got the fact's token meanwhile: ``claimParked(_:for:)`` may have looked before
    /// the line waited.
    private func hasToken(
        _ fact: VerifiedFact, _ appID: String
    ) async throws(StorageError) -> Bool {
        guard let token = fact.appAccountToken else { return false }
        return try await accounts.ofToken(appID: appID, token) != nil
    }

    /// Gives what waited for a token to the account that has it now, each line by itself; the number of
    /// lines. Idempotent.
    package func claimParked(
        _ token: UUID, for account: AccountName
    ) async throws(StorageError) -> Int {
        _ = try await accounts.ensure(account)
        let rows = try await database.call(Self.parked, [.text(account.appID), .uuid(token)])
        let lines = try decoding { try rows.map { (try $0.text(0), try $0.text(1)) } }
        for (line, environment) in lines {
            _ = try await database.call(
                Self.claim,
                [.text(line), .text(account.appID), .text(environment), .uuid(account.key)])
        }
        return lines.count
    }
}
