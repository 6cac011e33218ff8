package import AppStore
package import Coordination
import Cryptography
package import FoundationEssentials
package import InterlockAPI
import PostgresClient

/// Feeds verified facts into the ledger and on into the scope of their owner: one transaction, the line
/// first, then the scope; acknowledged after the commit.
package struct LedgerStore: Sendable {
    private static let record = PostgresStatement.function("transactions_record", 6)
    private static let claim = PostgresStatement.function("transactions_claim", 5)
    private static let parked = PostgresStatement.function("transactions_parked", 2)
    private static let entitlements = PostgresStatement.function("transactions_entitlements", 5)
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

    private let database: Database
    private let accounts: AccountStore

    init(_ database: Database, _ accounts: AccountStore) {
        self.database = database
        self.accounts = accounts
    }

    /// Records a verified fact, settles what it settles.
    package func ingest(
        _ fact: VerifiedFact, from bringer: Bringer
    ) async throws(StorageError) -> Ingested {
        let claim = try await claim(of: fact, bringer)
        return try await database.transaction { session in
            try await ingest(fact, bringer, claim, in: session)
        }
    }

    /// Records a notification once, with what it carries; false when it was there already.
    package func ingest(
        _ notification: StoreNotification, id: UUID, appID: String
    ) async throws(StorageError) -> (isNew: Bool, ingested: Ingested?) {
        let bringer = Bringer(appID: appID, source: "notification")
        let fact = VerifiedFact(
            transaction: notification.transaction, renewal: notification.renewalInfo)
        var claim = "{}"
        if let fact { claim = try await self.claim(of: fact, bringer) }
        return try await database.transaction { [claim] session in
            let rows = try await session.query(
                Self.notification,
                [
                    .uuid(id), .text(appID), .text(notification.environment.rawValue),
                    .text(notification.kind.rawValue), .text(notification.subtype?.rawValue ?? ""),
                    .timestamp((notification.signedDate ?? .now).microseconds),
                    .jsonb(notification.rawPayload),
                ])
            guard try rows.first?.bool(0) == true else { return (false, nil) }
            guard let fact else { return (true, nil) }
            return (true, try await ingest(fact, bringer, claim, in: session))
        }
    }

    /// Gives what waited for a token to the account that has it now; the scopes that changed.
    package func claimParked(
        _ token: UUID, for account: AccountName
    ) async throws(StorageError) -> Int {
        let rows = try await database.call(Self.parked, [.text(account.appID), .uuid(token)])
        let lines = try decoding { try rows.map { (try $0.text(0), try $0.text(1)) } }
        let place = try await accounts.ensure(account)
        for (line, environment) in lines {
            try await database.transaction { session in
                let facts = try await session.query(
                    Self.claim,
                    [
                        .text(line), .text(account.appID), .text(environment),
                        .uuid(account.key), .text("token"),
                    ])
                for fact in facts {
                    let text = String(decoding: try fact.json(0), as: UTF8.self)
                    _ = try await settle(
                        text, .store("token"), nil, scope: place.scopeID, account.key,
                        environment, line, in: session)
                }
            }
        }
        return lines.count
    }

    /// Gives an account's periods of use as of a time, from the ledger alone.
    package func entitlements(
        of account: AccountName, environment: StoreEnvironment, at instant: Timestamp
    ) async throws(StorageError) -> [OwnershipRow] {
        let rows = try await database.call(
            Self.entitlements,
            [
                .uuid(account.key), .text(account.appID), .text(environment.rawValue),
                .text(account.accountID), .timestamp(instant.microseconds),
            ])
        return try decoding {
            guard let row = rows.first else { return [] }
            return try WireCoding.decode([OwnershipRow].self, from: try row.json(0))
        }
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
            let place = try await session.query(AccountStore.locate, [.uuid(owner)])
            let scope = try place.first?.uuid("scope_id") ?? owner
            answer = try await settle(
                facts, .store(bringer.source), reported, scope: scope, owner,
                fact.environment.rawValue, fact.originalTransactionID, in: session)
        }
        return Ingested(
            outcome: isConflict ? .known : outcome, isConflict: isConflict,
            isUnclaimed: owner == nil, answer: answer)
    }

    private func settle(
        _ facts: String, _ actor: StoreActor, _ reported: UUID?, scope: UUID, _ owner: UUID,
        _ environment: String, _ line: String, in session: PostgresSession
    ) async throws -> IntentAnswer {
        var more = ",\"actor\":" + actor.json.text
        if let reported { more += ",\"reported\":\"\(reported.uuidString)\"" }
        let rows = try await session.query(
            Self.settle,
            [
                .uuid(scope), .uuid(owner), .text(environment), .text(line),
                .jsonb(facts.dropLast() + more + "}"),
            ])
        guard let row = rows.first else { throw StorageError.defect("no answer") }
        let answer = try IntentAnswer(row, scopeID: scope)
        if answer.outcome == .moved { throw StorageError.defect("the owner is in no scope") }
        return answer
    }

    /// Says whose the token makes the fact: `transactions/record.sql` tells what it means.
    private func claim(
        of fact: VerifiedFact, _ bringer: Bringer
    ) async throws(StorageError) -> String {
        var claim: [String: JSONValue] = [
            "source": .string(bringer.source), "token": "absent",
        ]
        if let uploader = bringer.uploader {
            _ = try await accounts.ensure(uploader)
            claim["uploader"] = .string(uploader.key.uuidString)
        }
        let token = fact.transaction?.appAccountToken ?? fact.renewal?.appAccountToken
        if let token {
            claim["token_value"] = .string(token.uuidString)
            let found = try await accounts.ofToken(appID: bringer.appID, token)
            claim["token"] = found == nil ? "unknown" : "known"
            claim["token_account"] = found.map { .string($0.accountKey.uuidString) }
        }
        return JSONValue.object(claim).text
    }
}
