-- Lists an app's open, unexpired intents for administrators, stuck ones first, then the oldest.
-- What stuck means stands in stuck.sql.
-- p_filter: {environment?, status?, product_id?, account_id?, older_than? (seconds)}; the page follows
-- (p_after_stuck, p_after_at, p_after_id). A plain read.
create or replace function interlock.intents_locks(
    p_app_id text, p_filter jsonb, p_after_stuck boolean, p_after_at timestamptz, p_after_id uuid,
    p_limit integer)
returns table (
    outcome text, version bigint, at timestamptz, intent_id uuid, request_id text, status text,
    product_id text, environment text, exclusion_sets text[], account_id text, device_id text,
    app_account_token uuid, fence bigint, created_at timestamptz, updated_at timestamptz,
    expires_at timestamptz, pending_reason text, transaction_id text, settled_late boolean,
    risks text[], effective_at timestamptz, error text, metadata jsonb, owned_product_id text,
    owned_expires_at timestamptz, owned_account_id text, incidents jsonb, stuck boolean, scope_id uuid,
    has_claim boolean, scope_kind text, group_id text)
language sql stable strict
as $$
    select (interlock.intents_answer(
            'found', l.fence, l.now, (select i from interlock.intent i
                where i.scope_id = l.scope_id and i.intent_id = l.intent_id),
            l.app_account_token)).*, l.stuck, l.scope_id,
        exists (
            select from interlock.claim c
            where c.scope_id = l.scope_id and c.intent_id = l.intent_id),
        s.kind, s.group_id
    from (
        select i.scope_id, i.intent_id, i.fence, i.created_at, m.app_account_token,
            n.now, interlock.intents_stuck(
                i.status, i.renewable_until, i.updated_at, i.created_at, n.now) as stuck
        from interlock.intent i
        join interlock.member m on m.scope_id = i.scope_id and m.account_key = i.account_key
        cross join (select clock_timestamp() as now) n
        where i.app_id = p_app_id and i.open and i.expires_at > n.now
            and i.environment = coalesce(p_filter ->> 'environment', i.environment)
            and i.status = coalesce(p_filter ->> 'status', i.status)
            and i.product_id = coalesce(p_filter ->> 'product_id', i.product_id)
            and i.account_id = coalesce(p_filter ->> 'account_id', i.account_id)
            and i.created_at <= n.now - make_interval(
                secs => coalesce((p_filter ->> 'older_than')::integer, 0))
    ) l
    join interlock.scope s on s.scope_id = l.scope_id
    where (not l.stuck, l.created_at, l.intent_id) > (not p_after_stuck, p_after_at, p_after_id)
    order by not l.stuck, l.created_at, l.intent_id
    limit p_limit
$$;
