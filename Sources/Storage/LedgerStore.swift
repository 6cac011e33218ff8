package import AppStore
import Coordination
import Cryptography
package import FoundationEssentials
package import InterlockAPI
import PostgresClient

/// Feeds verified facts into the ledger and on into the scope of their owner: one transaction, the line
/// first, then the scope; acknowledged after the commit.
package struct LedgerStore: Sendable {
    private static let record = PostgresStatement.function("transactions_record", 6)
    static let note = PostgresStatement.function("incidents_note", 3)
    private static let storeAccount = PostgresStatement.function("store_accounts_note", 4)
    private static let settle = PostgresStatement.function("scopes_settle", 5)
    private static let notification = PostgresStatement.function("notifications_record", 7)

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
        /// Another account keeps the line.
        package let isConflict: Bool
        /// Nobody's yet: kept, and waits.
        package let isUnclaimed: Bool
        /// The scope's answer; nil when the scope had nothing to learn.
        package let answer: IntentAnswer?
    }

    let database: Database
    let accounts: AccountStore

    init(_ database: Database, _ accounts: AccountStore) {
        self.database = database
        self.accounts = accounts
    }

    /// Records a verified fact, settles what it settles.
    package func ingest(
        _ fact: VerifiedFact, from bringer: Bringer
    ) async throws(StorageError) -> Ingested {
        let claim = try await claim(of: fact, bringer)
        let ingested = try await database.transaction { session in
            try await ingest(fact, bringer, claim.json, in: session)
        }
        return try await again(fact, bringer, claim, after: ingested)
    }

    /// Records a notification once, with what it carries and does; not new when it was there already. The
    /// scopes are those whose devices may see a difference.
    package func ingest(
        _ notification: StoreNotification, id: UUID, appID: String
    ) async throws(StorageError) -> (isNew: Bool, ingested: Ingested?, scopes: [UUID]) {
        let bringer = Bringer(appID: appID, source: "notification")
        let fact = VerifiedFact(
            transaction: notification.transaction, renewal: notification.renewalInfo,
            status: notification.status)
        var claim = Claim()
        if let fact { claim = try await self.claim(of: fact, bringer) }
        let (isNew, first, scopes) = try await database.transaction {
            [claim] session -> (Bool, Ingested?, [UUID]) in
            let rows = try await session.query(
                Self.notification,
                [
                    .uuid(id), .text(appID), .text(notification.environment.rawValue),
                    .text(notification.kind.rawValue), .text(notification.subtype?.rawValue ?? ""),
                    .timestamp((notification.signedDate ?? .now).microseconds),
                    .jsonb(notification.rawPayload),
                ])
            guard try rows.first?.bool(0) == true else { return (false, nil, []) }
            let withdrawn = try await withdrawConsent(notification, appID, in: session)
            guard let fact else { return (true, nil, withdrawn) }
            return (true, try await ingest(fact, bringer, claim.json, in: session), withdrawn)
        }
        guard let fact, let first else { return (isNew, nil, scopes) }
        let ingested = try await again(fact, bringer, claim, after: first)
        return (isNew, ingested, scopes + (ingested.answer.map { [$0.scopeID] } ?? []))
    }

    private func ingest(
        _ fact: VerifiedFact, _ bringer: Bringer, _ claim: String, in session: PostgresSession
    ) async throws -> Ingested {
        let rows = try await session.query(
            Self.record,
            [
                .text(fact.originalTransactionID), .text(bringer.appID),
                .text(fact.environment.rawValue), .jsonb(fact.transactionJSON),
                .jsonb(fact.renewalJSON), .jsonb(claim),
            ])
        guard let row = rows.first,
            let outcome = TransactionOutcome(rawValue: try row.text("outcome"))
        else { throw StorageError.defect("no outcome") }
        let owner = try row.optionalUUID("account_key")
        let isConflict = try row.bool("conflict")
        let facts = String(decoding: try row.json("facts"), as: UTF8.self)
        var answer: IntentAnswer?
        let isOwn = owner == bringer.uploader?.key
        let reported = isOwn ? bringer.reportedIntent : nil
        if let owner, outcome == .recorded || reported != nil {
            answer = try await settle(
                facts, .store(bringer.source), reported, owner, fact.environment.rawValue,
                fact.originalTransactionID, in: session)
        }
        for incidents in [try row.json("incidents"), answer?.incidents ?? []] {
            try await note(incidents, bringer.appID, fact.environment, in: session)
        }
        if let owner, let shown = fact.appTransactionID, try row.bool("claimed") {
            try await noteStoreAccount(
                shown, of: owner, bringer.appID, fact.environment, in: session)
        }
        if try row.bool("claimed"), bringer.uploader != nil, fact.isTokenless {
            _ = try await session.query(
                CheckStore.expect,
                [
                    .text(bringer.appID), .text(fact.environment.rawValue),
                    .text(StoreCheck.Kind.token.rawValue), .text(fact.originalTransactionID),
                    .double(0), .double(3_600),
                ])
        }
        return Ingested(
            outcome: isConflict ? .known : outcome, isConflict: isConflict,
            isUnclaimed: owner == nil, answer: answer)
    }

    /// Notes what a person should see; `[]` is nothing.
    func note(
        _ incidents: [UInt8], _ appID: String, _ environment: StoreEnvironment,
        in session: PostgresSession
    ) async throws {
        guard incidents.count > 2 else { return }
        _ = try await session.query(
            Self.note,
            [
                .text(appID), .text(environment.rawValue),
                .jsonb(String(decoding: incidents, as: UTF8.self)),
            ])
    }

    /// Remembers that an account has shown a store account.
    func noteStoreAccount(
        _ shown: String, of account: UUID, _ appID: String, _ environment: StoreEnvironment,
        in session: PostgresSession
    ) async throws {
        _ = try await session.query(
            Self.storeAccount,
            [.text(appID), .text(environment.rawValue), .text(shown), .uuid(account)])
    }

    /// Brings what the ledger knows of a line into the scope that its owner is in: `scopes/settle.sql`.
    ///
    /// An owner that moves meanwhile is followed, and at last held where it is.
    func settle(
        _ facts: String, _ actor: StoreActor, _ reported: UUID?, _ owner: UUID,
        _ environment: String, _ line: String, in session: PostgresSession
    ) async throws -> IntentAnswer {
        var more = ",\"actor\":" + actor.json.text
        if let reported { more += ",\"reported\":\"\(reported.uuidString)\"" }
        for find in [AccountStore.locate, AccountStore.hold] {
            let place = try await session.query(find, [.uuid(owner)])
            let scope = try place.first?.uuid("scope_id") ?? owner
            let rows = try await session.query(
                Self.settle,
                [
                    .uuid(scope), .uuid(owner), .text(environment), .text(line),
                    .jsonb(facts.dropLast() + more + "}"),
                ])
            guard let row = rows.first else { throw StorageError.defect("no answer") }
            let answer = try IntentAnswer(row, scopeID: scope)
            if answer.outcome != .moved { return answer }
        }
        throw StorageError.defect("the owner is in no scope")
    }
}
