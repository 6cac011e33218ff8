import FoundationEssentials
import InterlockAPI
import PostgresClient

@testable import Storage

/// Compares the ledgers of the two apps.
struct HistoryLedgers: Sendable {
    /// A row that one has and the other has not, or has otherwise.
    struct Difference: CustomStringConvertible {
        let part: String
        /// Begins with the id of a transaction or an account.
        let subject: String
        let inOrder: String
        let anyhow: String

        var history: Int {
            if subject.hasPrefix("h") { return Int(subject.dropFirst().prefix { $0 != "-" }) ?? 0 }
            let id = Int64(subject.prefix { $0 != " " }) ?? 0
            return PurchaseHistory.number(ofTransaction: id)
        }

        var description: String {
            "\(part) \(subject)\n  in order: \(inOrder)\n  anyhow:   \(anyhow)"
        }
    }

    /// What both must agree on, whatever came first.
    ///
    /// Left out is what tells when and by whom something came: `recorded_at`, `updated_at`,
    /// `first_source`, `claimed_at`, `claimed_by`, `opened_at`, `seen_at`, `times`, and ids made on the
    /// way. Of incidents:
    ///   - the closed ones: what waited for a moment was closed by itself, and where it never waited
    ///     there is none;
    ///   - `duplicate_purchase` of what is no duplicate in the end: a refund that is known before one of
    ///     the purchases leaves no moment at which both were owned. What is one in the end must have
    ///     been noted;
    ///   - `token_mismatch` where tokens get known late: it tells what was known at the upload;
    ///   - `owner_conflict` doesn't occur here: the first owner keeps a line, so that histories in
    ///     which accounts vie for one have no common end;
    ///   - `late_settlement` doesn't either: nobody reserves, intents are made at the clock's time.
    private static let differences: PostgresStatement = """
        with side (app_id, part, subject, entry) as (
            select t.app_id, 'transaction', t.original_transaction_id || ' ' || t.transaction_id,
                to_jsonb(t) - array['app_id', 'first_source', 'recorded_at', 'updated_at']
                    || jsonb_build_object('snapshot', md5(t.snapshot::text))
            from interlock.store_transaction t
            union all
            select l.app_id, 'line', l.original_transaction_id, jsonb_build_object(
                'owner', a.account_id, 'parked', l.parked_token, 'renewal', l.renewal,
                'signed', l.renewal_signed_at)
            from interlock.purchase_line l
            left join interlock.account a on a.account_key = l.account_key
            union all
            select a.app_id, 'ownership',
                o.original_transaction_id || ' ' || o.transaction_id || ' ' || a.account_id,
                to_jsonb(o) - array['scope_id', 'account_key']
            from interlock.ownership o
            join interlock.account a on a.account_key = o.account_key
            union all
            select a.app_id, 'entitlements', a.account_id || ' at ' || i.at,
                interlock.transactions_entitlements(
                    a.account_key, a.app_id, 'Sandbox', a.account_id, i.at)
            from interlock.account a cross join unnest($1::timestamptz[]) i (at)
            union all
            select s.app_id, 'store account', a.account_id || ' ' || s.app_transaction_id, '{}'
            from interlock.store_account s
            join interlock.account a on a.account_key = s.account_key
            union all
            select n.app_id, 'incident', split_part(n.subject, ' ', 1) || ' ' || n.kind,
                to_jsonb(a.account_id)
            from interlock.incident n
            left join interlock.account a on a.account_key = n.account_key
            where n.resolved_at is null and n.kind <> 'duplicate_purchase'
                and not (n.kind = 'token_mismatch' and $2)
            union all
            select l.app_id, 'duplicate', l.original_transaction_id || ' ' || (i ->> 'subject'),
                to_jsonb(exists (
                    select from interlock.incident n
                    where n.app_id = l.app_id and n.environment = 'Sandbox'
                        and n.kind = 'duplicate_purchase' and n.subject = i ->> 'subject'))
            from interlock.purchase_line l
            cross join lateral jsonb_array_elements(interlock.incidents_duplicates(
                l.account_key, l.account_key, 'Sandbox', l.original_transaction_id, now(),
                false)) i
        )
        select part, subject, max(entry::text) filter (where app_id = $3),
            max(entry::text) filter (where app_id = $4)
        from side
        group by part, subject
        having count(*) <> 2 or min(entry::text) <> max(entry::text)
            or part = 'duplicate' and max(entry::text) = 'false'
        order by array_position(
            array['transaction', 'line', 'ownership', 'entitlements'], part), subject
        limit 3
        """

    /// Gives the first rows that differ; entitlements as of each of some instants.
    static func differences(
        in storage: Storage, asOf instants: [Int64], areTokensLate: Bool
    ) async throws -> [Difference] {
        let rows = try await storage.database.call(
            differences,
            [
                .timestampArray(instants.map { $0 * 1_000 }), .bool(areTokensLate),
                .text(HistoryCast.inOrder), .text(HistoryCast.anyhow),
            ])
        return try rows.map { row in
            Difference(
                part: try row.text(0), subject: try row.text(1),
                inOrder: try row.optionalText(2) ?? "nothing",
                anyhow: try row.optionalText(3) ?? "nothing")
        }
    }
}
