import InterlockAPI
import PostgresClient

/// Fills an app with intents as a support desk finds them: open ones in all statuses, some of them stuck, and
/// closed ones, with history, transactions, devices, incidents and what administrators did. A thousand intents
/// fill each page as well as a million do.
struct ConsoleFiller: Sendable {
    let pool: PostgresPool
    let appID: String

    /// Intents of each account, the last of which may be open.
    static let each = 4
    /// The account that has many intents, purchases and devices.
    static let crowdedAccount = "crowded"

    /// Accounts that one step makes.
    private static let step: Int64 = 5_000
    private static let patience = Duration.seconds(900)

    /// An account's key follows from its name, as `AccountName` makes it.
    private static func key(_ name: String) -> String {
        """
        (select encode(set_byte(set_byte(h, 6, get_byte(h, 6) & 15 | 128),
            8, get_byte(h, 8) & 63 | 128), 'hex')::uuid
        from (select substr(sha256($1::text::bytea || '\\x00'::bytea || (\(name))::text::bytea), 1, 16)
            as h) d)
        """
    }

    /// Accounts in scopes of their own, two devices each.
    private static let accounts = PostgresStatement(
        """
        with made as (
            insert into interlock.account (
                account_key, app_id, account_id, scope_id, app_account_token, created_at)
            select k.key, $1, k.name, k.key, k.key, now() - interval '90 days'
            from (select n.name, \(key("n.name")) as key
                from (select 'account-' || i as name from generate_series($2::bigint, $3) i
                    union all select '\(crowdedAccount)' where $4) n) k
            returning *
        ), token as (
            insert into interlock.account_token (app_id, token, account_key)
            select $1, app_account_token, account_key from made
        ), device as (
            insert into interlock.device (account_key, device_id, first_seen_at, last_seen_at)
            select account_key, d, created_at, now() - interval '3 hours'
            from made, unnest(array['phone', 'pad']) d
        ), scope as (
            insert into interlock.scope (scope_id, app_id, kind, version, created_at)
            select account_key, $1, 'account', 5, created_at from made returning scope_id
        )
        insert into interlock.member (
            scope_id, account_key, account_id, app_account_token, joined_at)
        select m.account_key, m.account_key, m.account_id, m.app_account_token, m.created_at
        from made m join scope s on s.scope_id = m.account_key
        """)

    /// Of ten accounts four have a pending intent, one a reserved one, one a confirming one. Their deadlines
    /// are far, so that nothing expires while it is measured.
    private static let intents = PostgresStatement(
        """
        with intent as (
            insert into interlock.intent (
                scope_id, intent_id, app_id, environment, account_key, account_id, device_id,
                product_id, request_id, status, open, pending_reason, exclusion_sets, fence,
                created_at, updated_at, expires_at, renewable_until, reported_at, closed_at,
                transaction_id, heard_at, stuck_at)
            select a.account_key,
                encode(int8send((extract(epoch from t.made) * 1000)::bigint << 16)
                    || substr(decode(md5(random()::text), 'hex'), 1, 8), 'hex')::uuid,
                $1, case when a.n % 20 = 0 then 'Sandbox' else 'Production' end, a.account_key,
                a.account_id, 'phone',
                'product-' || case when s.open then a.n % 2 else (a.n + k) % 10 end,
                'request-' || k, s.status, s.open, case s.status when 'pending' then 'ask_to_buy' end, array['set-' || k], k,
                t.made, t.made,
                case when s.open then now() + interval '30 days' else t.made + interval '2 min' end,
                t.made + interval '15 min',
                case when s.status <> 'reserved' then t.made end,
                case when not s.open then t.made + interval '1 min' end,
                case s.status when 'completed' then 't-' || a.account_id || '-' || k end, t.made,
                case when s.open then interlock.intents_stuck(
                    s.status, t.made, t.made + interval '15 min', t.made,
                    greatest(t.made, now() - interval '1 min'), null, p.stuck,
                    interval '2 min') else 'infinity' end
            from interlock.app p, (
                select a.*, substr(a.account_id, 9)::bigint as n from interlock.account a
                where a.account_key in (
                    select \(key("'account-' || i")) from generate_series($2::bigint, $3) i)) a,
                generate_series(1, \(each)) k,
                lateral (select case
                    when k < \(each) or a.n % 10 > 5
                        then (array['completed', 'cancelled', 'failed', 'expired'])[1 + (a.n + k) % 4]
                    when a.n % 10 < 4 then 'pending'
                    when a.n % 10 = 4 then 'reserved'
                    else 'confirming' end as status) w,
                lateral (select w.status,
                    w.status in ('reserved', 'pending', 'confirming') as open) s,
                lateral (select now() - (a.n * 7919 + k * 257) % 1000 / 1000.0 * case s.status
                    when 'pending' then interval '72 hours' when 'reserved' then interval '14 min'
                    when 'confirming' then interval '15 min' else interval '29 days' end as made) t
            where p.app_id = $1
            returning *
        ), claim as (
            insert into interlock.claim (
                scope_id, environment, exclusion_set, audience_key, intent_id)
            select scope_id, environment, exclusion_sets[1], '', intent_id from intent where open
        ), line as (
            insert into interlock.purchase_line (
                original_transaction_id, app_id, environment, account_key, claimed_by, claimed_at)
            select transaction_id, $1, environment, account_key, 'device', created_at
            from intent where transaction_id is not null returning *
        ), bill as (
            insert into interlock.store_transaction (
                original_transaction_id, app_id, environment, transaction_id, product_id, kind,
                ownership_type, reason, purchased_at, signed_at, snapshot, offered, first_source,
                recorded_at, updated_at)
            select i.transaction_id, $1, i.environment, i.transaction_id, i.product_id,
                'consumable', 'PURCHASED', 'PURCHASE', i.created_at, i.created_at, '{}', true,
                'device', i.created_at, i.created_at
            from intent i join line l on l.original_transaction_id = i.transaction_id
        )
        insert into interlock.intent_event (
            scope_id, intent_id, at, from_status, to_status, actor)
        select scope_id, intent_id, created_at, null, 'reserved',
            '{"kind": "device", "device_id": "phone"}'::jsonb from intent
        union all
        select scope_id, intent_id, created_at + interval '20 s', 'reserved', status,
            '{"kind": "device", "device_id": "phone"}' from intent where status <> 'reserved'
        """)

    /// One account that has many of everything, all intents closed but two.
    private static let crowd = PostgresStatement(
        """
        with intent as (
            insert into interlock.intent (
                scope_id, intent_id, app_id, environment, account_key, account_id, device_id,
                product_id, request_id, status, open, exclusion_sets, fence, created_at,
                updated_at, expires_at, renewable_until, reported_at, closed_at, transaction_id,
                heard_at, stuck_at)
            select a.account_key,
                encode(int8send((extract(epoch from t.made) * 1000)::bigint << 16)
                    || substr(decode(md5(random()::text), 'hex'), 1, 8), 'hex')::uuid,
                $1, 'Production', a.account_key, a.account_id, 'phone', 'product-' || k % 10,
                'request-' || k, case when k < 3 then 'confirming' else 'completed' end, k < 3,
                array['set-' || k], k, t.made, t.made, now() + interval '30 days',
                t.made + interval '15 min', t.made, case when k > 2 then t.made end,
                case when k > 2 then 't-' || a.account_id || '-' || k end, t.made, now()
            from interlock.account a, generate_series(1, $2::bigint) k,
                lateral (select now() - k * interval '8 min' as made) t
            where a.account_key = \(key("'\(crowdedAccount)'"))
            returning *
        ), device as (
            insert into interlock.device (account_key, device_id, first_seen_at, last_seen_at)
            select account_key, gen_random_uuid(), created_at, created_at from intent
        ), line as (
            insert into interlock.purchase_line (
                original_transaction_id, app_id, environment, account_key, claimed_by, claimed_at)
            select transaction_id, $1, environment, account_key, 'device', created_at
            from intent where transaction_id is not null returning *
        )
        insert into interlock.store_transaction (
            original_transaction_id, app_id, environment, transaction_id, product_id, kind,
            ownership_type, reason, purchased_at, signed_at, snapshot, offered, first_source,
            recorded_at, updated_at)
        select i.transaction_id, $1, i.environment, i.transaction_id, i.product_id, 'consumable',
            'PURCHASED', 'PURCHASE', i.created_at, i.created_at, '{}', true, 'device',
            i.created_at, i.created_at
        from intent i join line l on l.original_transaction_id = i.transaction_id
        """)

    /// An incident for each eight intents, half of them open.
    private static let incidents = PostgresStatement(
        """
        insert into interlock.incident (
            app_id, incident_id, environment, kind, subject, account_key, detail, opened_at, seen_at,
            resolved_at, resolved_by, resolution)
        select $1, gen_random_uuid(), 'Production', 'token_mismatch', 'bench-' || i,
            \(key("'account-' || i")), jsonb_build_object('transaction_id', 't-account-' || i),
            t.at, t.at, case when i % 4 > 0 then t.at end,
            case when i % 4 > 0 then '{"kind": "administrator", "label": "bench"}'::jsonb end,
            case when i % 4 > 0 then 'looked at' end
        from generate_series($2::bigint, $3) i,
            lateral (select now() - random() * interval '29 days' as at) t
        where i % 2 = 0
        """)

    /// What an administrator did, for each sixteen intents.
    private static let acts = PostgresStatement(
        """
        select count(interlock.audit_append(
            $1, '{"kind": "administrator", "label": "bench"}', 'intent.release',
            jsonb_build_object('account_key', \(key("'account-' || i"))), 'bench', '{}', '{}'))
        from generate_series($2::bigint, $3) i where i % 4 = 0
        """)

    /// Whether the app has no intents yet.
    func isEmpty() async throws -> Bool {
        let rows = try await pool.query(
            "select not exists (select from interlock.intent where app_id = $1)", [.text(appID)])
        return try rows.first?.bool(0) ?? false
    }

    /// The ids of an intent, a token and a transaction that are there.
    func found() async throws -> (intent: String, token: String, transaction: String) {
        let statement = PostgresStatement(
            """
            select i.intent_id, a.app_account_token, i.transaction_id
            from interlock.account a
            join interlock.intent i on i.scope_id = a.scope_id and i.transaction_id is not null
            where a.account_key in (
                select \(Self.key("'account-' || n")) from generate_series(11, 20) n)
            order by a.account_id, i.intent_id limit 1
            """)
        let rows = try await pool.query(statement, [.text(appID)])
        guard let row = rows.first else { throw CommandFailure.refused("nothing was filled in") }
        return (try row.uuid(0).wireText, try row.uuid(1).wireText, try row.text(2))
    }

    /// Fills an empty app with so many intents, and as many of the crowded account as `crowd` says.
    func fill(
        to intents: Int64, crowd: Int64, progress: @escaping @Sendable (String) -> Void
    ) async throws {
        let last = intents / Int64(Self.each)
        for start in stride(from: 1, through: last, by: Int(Self.step)) {
            let end = min(start + Self.step - 1, last)
            let numbers: [PostgresValue] = [.text(appID), .int8(start), .int8(end)]
            _ = try await pool.query(
                Self.accounts, numbers + [.bool(start == 1)], deadline: Self.patience)
            for statement in [Self.intents, Self.incidents, Self.acts] {
                _ = try await pool.query(statement, numbers, deadline: Self.patience)
            }
            progress("\(end * Int64(Self.each)) of \(intents) intents")
        }
        _ = try await pool.query(
            Self.crowd, [.text(appID), .int8(crowd)], deadline: Self.patience)
        // What autovacuum would have done by the time that so much has come.
        for table in Self.tables {
            try await pool.simple("vacuum analyze interlock.\(table)", deadline: Self.patience)
        }
    }

    private static let tables = [
        "account", "account_token", "device", "scope", "member", "intent", "intent_event", "claim",
        "purchase_line", "store_transaction", "incident", "audit", "audit_about", "audit_subject",
    ]
}
