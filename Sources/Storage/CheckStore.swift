package import InterlockAPI
import PostgresClient

/// Keeps the list of what to ask the store, shared by all nodes.
package struct CheckStore: Sendable {
    private static let collect = PostgresStatement.function("checks_collect", 2)
    private static let claim = PostgresStatement.function("checks_claim", 2)
    private static let finish = PostgresStatement.function("checks_finish", 8)
    static let expect = PostgresStatement.function("checks_expect", 6)
    private static let leads = PostgresStatement.function("checks_leads", 2)
    private static let holes = PostgresStatement.function("checks_holes", 3)

    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Puts what has become worth asking on the list, also what did so up to `back` ago while nobody
    /// looked; gives how many entries are new. Up to `limit` of each kind: as long as it gives that many,
    /// there may be more. Idempotent.
    package func collect(limit: Int32, back: Duration) async throws(StorageError) -> Int {
        let rows = try await database.call(
            Self.collect, [.int4(limit), .double(Self.seconds(back))])
        return try decoding { Int(try rows.first?.int4(0) ?? 0) }
    }

    /// Takes due checks, the longest waiting first; nobody else gets them for `lease`.
    package func claim(limit: Int32, lease: Duration) async throws(StorageError) -> [StoreCheck] {
        let rows = try await database.call(
            Self.claim, [.int4(limit), .int4(Int32(clamping: lease.components.seconds))])
        return try decoding {
            try rows.compactMap { row in
                guard
                    let environment = StoreEnvironment(rawValue: try row.text("environment")),
                    let kind = StoreCheck.Kind(rawValue: try row.text("kind"))
                else { return nil }
                return StoreCheck(
                    appID: try row.text("app_id"), environment: environment, kind: kind,
                    subject: try row.text("subject"), tries: Int(try row.int4("tries")),
                    place: try row.json("place"), leads: try row.textArray("leads"))
            }
        }
    }

    /// Ends a check, to come again after `again` (nil: only when it is asked for), from `place`; nil for
    /// the health when it says nothing of the store.
    package func finish(
        _ check: StoreCheck, succeeded: Bool, again: Duration?, place: String,
        health: StoreHealth.Note?
    ) async throws(StorageError) {
        _ = try await database.call(
            Self.finish,
            [
                .text(check.appID), .text(check.environment.rawValue), .text(check.kind.rawValue),
                .text(check.subject), .bool(succeeded), .double(again.map(Self.seconds) ?? -1),
                .jsonb(place), .jsonb(health?.document ?? "null"),
            ])
    }

    /// Asks for a check soon, or, within less than nothing, ahead of what has waited as long; false when
    /// the app can't ask the store, or it was asked a moment ago.
    package func expect(
        _ kind: StoreCheck.Kind, _ subject: String, appID: String, _ environment: StoreEnvironment,
        within: Duration, atMostEvery: Duration
    ) async throws(StorageError) -> Bool {
        let rows = try await database.call(
            Self.expect,
            [
                .text(appID), .text(environment.rawValue), .text(kind.rawValue), .text(subject),
                .double(Self.seconds(within)), .double(Self.seconds(atMostEvery)),
            ])
        return try decoding { try rows.first?.bool(0) ?? false }
    }

    /// Gives the ids by which the store can be asked about an account; none for one that has bought nothing
    /// and shown no store account.
    package func leads(
        _ account: AccountName, _ environment: StoreEnvironment
    ) async throws(StorageError) -> [String] {
        let rows = try await database.call(
            Self.leads, [.uuid(account.key), .text(environment.rawValue)])
        return try decoding { try rows.first?.textArray(0) ?? [] }
    }

    /// Counts the periods of a subscription that follow on none that is known: renewals are missing before
    /// them, or its customer paused.
    package func holes(
        in originalTransactionID: String, appID: String, _ environment: StoreEnvironment
    ) async throws(StorageError) -> Int {
        let rows = try await database.call(
            Self.holes,
            [.text(originalTransactionID), .text(appID), .text(environment.rawValue)])
        return try decoding { Int(try rows.first?.int4(0) ?? 0) }
    }

    private static func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
