package import Coordination
import Cryptography
package import FoundationEssentials
package import InterlockAPI
import PostgresClient

// What a vendor's backend and administrators ask of the ledger, and the transfer of a line.
extension LedgerStore {
    private static let entitlements = PostgresStatement.function("transactions_entitlements", 5)
    private static let list = PostgresStatement.function("transactions_list", 5)
    private static let transfer = PostgresStatement.function("transactions_transfer", 4)
    static let note = PostgresStatement.function("incidents_note", 3)
    private static let settle = PostgresStatement.function("scopes_settle", 5)
    private static let audit = PostgresStatement.function("audit_append", 7)

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

    /// Narrows a list of transactions: exactly one of the first three.
    package struct TransactionFilter: Sendable {
        package var account: AccountName?
        package var transactionID: String?
        package var originalTransactionID: String?
        package var environment: StoreEnvironment?

        package init() {}

        var json: String {
            var object: [String: JSONValue] = [:]
            object["account_key"] = account.map { .string($0.key.uuidString) }
            object["transaction_id"] = transactionID.map(JSONValue.string)
            object["original_transaction_id"] = originalTransactionID.map(JSONValue.string)
            object["environment"] = environment.map { .string($0.rawValue) }
            return JSONValue.object(object).text
        }
    }

    /// Lists store transactions, the newest first, those before a place in the list.
    package func transactions(
        appID: String, _ filter: TransactionFilter, before: (at: Timestamp, id: String)?,
        limit: Int32
    ) async throws(StorageError) -> [LedgerTransaction] {
        let rows = try await database.call(
            Self.list,
            [
                .text(appID), .jsonb(filter.json),
                .timestamp(before?.at.microseconds ?? IntentCursor.end.createdAt.microseconds),
                .text(before?.id ?? ""), .int4(limit),
            ])
        return try decoding { try rows.map(LedgerTransaction.init) }
    }

    /// What a transfer came to.
    package struct Transfer: Sendable {
        package enum Outcome: String, Sendable {
            case notFound = "not_found"
            case unchanged, transferred
        }

        package let outcome: Outcome
        /// The scopes whose devices see a difference.
        package let scopes: [UUID]
    }

    /// Gives a purchase line to another account, with its row in the audit, in one transaction: the ledger
    /// first, then both scopes in the order of their keys.
    package func transfer(
        _ line: String, to account: AccountName, _ environment: StoreEnvironment, reason: String,
        actor: StoreActor
    ) async throws(StorageError) -> Transfer {
        _ = try await accounts.ensure(account)
        let auditID = UUIDv7.make()
        return try await database.transaction { session in
            let rows = try await session.query(
                Self.transfer,
                [
                    .text(line), .text(account.appID), .text(environment.rawValue),
                    .uuid(account.key),
                ])
            guard let row = rows.first,
                let outcome = Transfer.Outcome(rawValue: try row.text("outcome"))
            else { throw StorageError.defect("no outcome") }
            guard outcome == .transferred else { return Transfer(outcome: outcome, scopes: []) }
            let from = try row.optionalUUID("from_account_key")
            let facts = String(decoding: try row.json("facts"), as: UTF8.self)
            var sides = [try await side(account.key, facts, in: session)]
            if let from { sides.append(try await side(from, #"{"ownership":[]}"#, in: session)) }
            sides.sort { $0.scope.uuidString < $1.scope.uuidString }
            for side in sides {
                let answer = try await settle(
                    side.facts, actor, nil, side.account, environment.rawValue, line, in: session)
                try await note(answer.incidents, account.appID, environment, in: session)
            }
            if from == nil {
                try await noteClaimed(line, by: account, environment, in: session)
            }
            let subject: JSONValue = [
                "original_transaction_id": .string(line),
                "environment": .string(environment.rawValue),
            ]
            var detail: [String: JSONValue] = ["to_key": .string(account.key.uuidString)]
            detail["from_key"] = from.map { .string($0.uuidString) }
            _ = try await session.query(
                Self.audit,
                [
                    .uuid(auditID), .text(account.appID), .jsonb(actor.json.text),
                    .text("transaction.transfer"), .jsonb(subject.text), .text(reason),
                    .jsonb(JSONValue.object(detail).text),
                ])
            return Transfer(outcome: outcome, scopes: sides.map(\.scope))
        }
    }

    private func side(
        _ account: UUID, _ facts: String, in session: PostgresSession
    ) async throws -> (scope: UUID, account: UUID, facts: String) {
        let place = try await session.query(AccountStore.hold, [.uuid(account)])
        return (try place.first?.uuid("scope_id") ?? account, account, facts)
    }

    /// Notes what a person should see; `[]` is nothing.
    private func note(
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

    /// Resolves the incident of a line that was nobody's.
    private func noteClaimed(
        _ line: String, by account: AccountName, _ environment: StoreEnvironment,
        in session: PostgresSession
    ) async throws {
        let incident: JSONValue = [
            "kind": "unclaimed", "subject": .string(line),
            "account_key": .string(account.key.uuidString), "resolution": "claimed",
        ]
        try await note(
            Array(JSONValue.array([incident]).text.utf8), account.appID, environment, in: session)
    }

    /// Brings what the ledger knows of a line into the scope that its owner is in: `scopes/settle.sql`.
    ///
    /// An owner that moves meanwhile is followed, and at last held where it is.
    private func settle(
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
