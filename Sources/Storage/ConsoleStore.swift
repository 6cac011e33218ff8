package import FoundationEssentials
import InterlockAPI
import PostgresClient

/// Reads what the console's screens show, one call a screen.
package struct ConsoleStore: Sendable {
    private static let overview = PostgresStatement.function("console_overview", 1)
    private static let search = PostgresStatement.function("console_search", 4)
    private static let intent = PostgresStatement.function("console_intent", 2)
    private static let account = PostgresStatement.function("console_account", 2)

    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Counts what is open in an app, and gives the samples of the last day.
    package func overview(appID: String) async throws(StorageError) -> ConsoleOverview {
        let rows = try await database.call(Self.overview, [.text(appID)])
        return try decoding {
            guard let row = rows.first else { throw StorageError.defect("no answer") }
            return ConsoleOverview(
                at: Timestamp(microseconds: try row.timestamp("at")),
                reserved: try row.int8("reserved"), pending: try row.int8("pending"),
                confirming: try row.int8("confirming"), stuck: try row.int8("stuck"),
                incidents: try row.int8("incidents"), waiting: try row.int8("waiting"),
                estimated: Set(
                    try row.textArray("estimated").compactMap(ConsoleOverview.Figure.init)),
                countedAt: try row.optionalTimestamp("counted_at")
                    .map(Timestamp.init(microseconds:)),
                oldestAt: try row.optionalTimestamp("oldest_at")
                    .map(Timestamp.init(microseconds:)),
                rule: try WireCoding.decode(StuckRule.self, from: try row.json("rule")),
                samples: try WireCoding.decode(
                    [ConsoleSample].self, from: try row.json("samples")))
        }
    }

    /// Finds what a text names: an account, an intent, a group's members, a transaction, an app account token.
    /// Blanks around it are dropped, unless only the whole finds something; a second call then.
    package func search(appID: String, _ text: String) async throws(StorageError) -> [ConsoleHit] {
        let trimmed = SearchText.trimmed(text)
        let hits = trimmed.isEmpty ? [] : try await found(appID, trimmed)
        return hits.isEmpty && trimmed != text ? try await found(appID, text) : hits
    }

    private func found(_ appID: String, _ text: String) async throws(StorageError) -> [ConsoleHit] {
        let rows = try await database.call(
            Self.search,
            [
                .text(appID), .text(text),
                .uuid(AccountName(appID: appID, accountID: text).key),
                .text(UUID(uuidString: text)?.wireText ?? ""),
            ])
        return try decoding {
            try rows.map { row in
                ConsoleHit(
                    kind: try row.text("kind"), intentID: try row.optionalUUID("intent_id"),
                    accountID: try row.optionalText("account_id"),
                    transactionID: try row.optionalText("transaction_id"),
                    environment: try row.optionalText("environment"),
                    productID: try row.optionalText("product_id"),
                    at: Timestamp(microseconds: try row.timestamp("at")))
            }
        }
    }

    /// Gives an intent with its claims, its history and its transaction; nil when there is none.
    package func intent(appID: String, id: UUID) async throws(StorageError) -> ConsoleIntent? {
        let rows = try await database.call(Self.intent, [.text(appID), .uuid(id)])
        return try decoding {
            guard let row = rows.first else { return nil }
            let answer = try IntentAnswer(row, scopeID: try row.uuid("scope_id"))
            guard let intent = answer.intent else { throw StorageError.defect("no intent") }
            func time(_ column: String) throws -> Timestamp? {
                try row.optionalTimestamp(.init(stringLiteral: column))
                    .map(Timestamp.init(microseconds:))
            }
            return ConsoleIntent(
                intent: intent, at: answer.at, isStuck: try row.bool("stuck"),
                scopeKind: try row.text("scope_kind"), groupID: try row.optionalText("group_id"),
                scopeID: try row.uuid("scope_id"), others: try row.textArray("others"),
                reportedAt: try time("reported_at"), riskUntil: try time("risk_until"),
                stuckAt: try time("stuck_at"),
                goneAt: try time("gone_at"), effectiveAt: try time("effective_at"),
                error: try row.optionalText("error"),
                metadata: try row.optionalJSON("metadata")
                    .map { String(decoding: $0, as: UTF8.self) },
                claims: try row.textArray("claims"), beside: try row.int8("beside"),
                history: try WireCoding.decode(
                    [ConsoleStep].self, from: try row.json("history")),
                transaction: try row.optionalJSON("transaction").map {
                    try WireCoding.decode(ConsoleTransaction.self, from: $0)
                })
        }
    }

    /// Gives an account with its place, devices, intents and transactions; nil for one never seen.
    package func account(_ name: AccountName) async throws(StorageError) -> ConsoleAccount? {
        let rows = try await database.call(Self.account, [.text(name.appID), .uuid(name.key)])
        return try decoding {
            guard let row = rows.first else { return nil }
            return ConsoleAccount(
                accountID: try row.text("account_id"),
                appAccountToken: try row.uuid("app_account_token"),
                createdAt: Timestamp(microseconds: try row.timestamp("created_at")),
                scopeID: try row.uuid("scope_id"), scopeKind: try row.text("scope_kind"),
                groupID: try row.optionalText("group_id"),
                members: try WireCoding.decode(
                    [ConsoleAccount.Member].self, from: try row.json("members")),
                devices: try WireCoding.decode(
                    [ConsoleAccount.Device].self, from: try row.json("devices")),
                intents: try WireCoding.decode(
                    [ConsoleAccount.Attempt].self, from: try row.json("intents")),
                transactions: try WireCoding.decode(
                    [ConsoleTransaction].self, from: try row.json("transactions")),
                busy: try row.textArray("busy"),
                stuck: Set(try row.uuidArray("stuck")))
        }
    }
}
