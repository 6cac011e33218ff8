import PostgresClient

/// Fills a database with the history of accounts that nobody reads: a third each of store transactions,
/// of periods that are over, and of what became of intents.
struct LedgerFiller: Sendable {
    let pools: [PostgresPool]
    let appID: String

    /// Rows of each kind that one statement makes.
    private static let step = 50_000
    private static let each = LedgerStage.each

    /// The keys of accounts, lines and intents follow from their numbers.
    private static let statements = [
        """
        with line as (
            insert into interlock.purchase_line (
                original_transaction_id, app_id, environment, account_key, claimed_by, claimed_at)
            select 'f' || n, $1, 'Sandbox', md5($1 || n)::uuid, 'bench', now()
            from generate_series($2::bigint, $3) n returning original_transaction_id as id
        )
        insert into interlock.store_transaction (
            original_transaction_id, app_id, environment, transaction_id, product_id, kind,
            subscription_group, ownership_type, reason, purchased_at, expires_at, signed_at,
            snapshot, offered, first_source, recorded_at, updated_at)
        select l.id, $1, 'Sandbox', l.id || '-' || k, 'pro_monthly', 'auto_renewable', 'pro',
            'PURCHASED', 'RENEWAL', now() - k * interval '30 days',
            now() - (k - 1) * interval '30 days', now() - k * interval '30 days', '{}', true,
            'bench', now(), now()
        from line l, generate_series(2, \(each) + 1) k
        """,
        """
        with scope as (
            insert into interlock.scope (scope_id, app_id, kind, version, created_at)
            select md5($1 || n)::uuid, $1, 'account', 1, now()
            from generate_series($2::bigint, $3) n returning scope_id as id
        ), member as (
            insert into interlock.member (
                scope_id, account_key, account_id, app_account_token, joined_at)
            select s.id, s.id, s.id::text, s.id, now() from scope s returning scope_id as id
        )
        insert into interlock.ownership (
            scope_id, environment, account_key, account_id, original_transaction_id,
            transaction_id, product_id, kind, subscription_group, ownership_type, starts_at,
            expires_at)
        select m.id, 'Sandbox', m.id, m.id::text, m.id::text, m.id::text || '-' || k, 'pro_monthly',
            'auto_renewable', 'pro', 'PURCHASED', now() - k * interval '30 days',
            now() - (k - 1) * interval '30 days'
        from member m, generate_series(2, \(each) + 1) k
        """,
        """
        insert into interlock.intent_event (scope_id, intent_id, at, to_status, actor)
        select md5($1 || n)::uuid, md5(n || $1)::uuid, now() - k * interval '1 hour', 'reserved',
            '{"kind": "device", "device_id": "bench"}'
        from generate_series($2::bigint, $3) n, generate_series(1, \(each)) k
        """,
    ].map { PostgresStatement($0) }

    /// Fills until as many rows of history are there, about.
    func fill(to rows: Int, progress: @escaping @Sendable (String, Int) -> Void) async throws {
        let counted = try await pools[0].query(
            """
            select (select count(*) from interlock.store_transaction)
                + (select count(*) from interlock.ownership)
                + (select count(*) from interlock.intent_event)
            """, deadline: .seconds(600))
        let present = Int(try counted.first?.int8(0) ?? 0)
        let accounts = max(0, rows - present) / (Self.statements.count * Self.each)
        try await withThrowingTaskGroup { group in
            for (place, statement) in Self.statements.enumerated() {
                let pool = pools[place % pools.count]
                group.addTask(executorPreference: pool.loop) {
                    let step = Self.step / Self.each
                    for start in stride(from: 0, to: accounts, by: step) {
                        let end = min(start + step, accounts) - 1
                        _ = try await pool.query(
                            statement, [.text(appID), .int8(Int64(start)), .int8(Int64(end))],
                            deadline: .seconds(600))
                        guard place == 0 else { continue }
                        let done = present + (end + 1) * Self.statements.count * Self.each
                        progress("about \(done) of \(rows) rows of history", (end + 1) * Self.each)
                    }
                }
            }
            try await group.waitForAll()
        }
        // Both sides are read as a server has them that has been up for a while.
        try await pools[0].simple("vacuum analyze", deadline: .seconds(1_800))
    }
}
