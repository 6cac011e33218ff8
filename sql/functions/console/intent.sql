-- Gives all that the console shows of one intent: itself as it is now, its claims, its history, its
-- transaction, how many intents of its scope are open beside it, and who else is in its group. A plain read.
create or replace function interlock.console_intent(p_app_id text, p_intent_id uuid)
returns table (
    outcome text, version bigint, at timestamptz, intent_id uuid, request_id text, status text,
    product_id text, environment text, exclusion_sets text[], account_id text, device_id text,
    app_account_token uuid, fence bigint, created_at timestamptz, updated_at timestamptz,
    expires_at timestamptz, pending_reason text, transaction_id text, settled_late boolean,
    risks text[], effective_at timestamptz, error text, metadata jsonb, owned_product_id text,
    owned_expires_at timestamptz, owned_account_id text, incidents jsonb, scope_id uuid,
    stuck boolean, scope_kind text, group_id text, reported_at timestamptz,
    risk_until timestamptz, stuck_at timestamptz, gone_at timestamptz, claims text[], beside bigint,
    history jsonb, transaction jsonb, others text[])
language plpgsql stable strict
set plan_cache_mode = 'force_generic_plan'
as $$
begin
    return query
    select a.*, i.scope_id,
        i.open and i.expires_at > n.now and i.stuck_at <= n.now,
        s.kind, s.group_id, i.reported_at, i.risk_until, nullif(i.stuck_at, 'infinity'), i.gone_at,
        array(select c.exclusion_set from interlock.claim c
            where c.scope_id = i.scope_id and c.intent_id = i.intent_id order by 1),
        (select count(*) from interlock.intent o
            where o.scope_id = i.scope_id and o.open and o.expires_at > n.now
                and o.environment = i.environment and o.intent_id <> i.intent_id),
        (select coalesce(jsonb_agg(h.step order by h.at, h.from_status nulls first), '[]')
            from (select e.at, e.from_status, jsonb_build_object(
                    'at', interlock.scopes_microseconds(e.at), 'from', e.from_status,
                    'to', e.to_status, 'actor', e.actor, 'reason', e.reason) as step
                from interlock.intent_event e
                where e.scope_id = i.scope_id and e.intent_id = i.intent_id
                order by e.at desc limit 200) h),
        (select jsonb_build_object(
                'transaction_id', t.transaction_id, 'product_id', t.product_id,
                'original_transaction_id', t.original_transaction_id,
                'environment', t.environment, 'ownership_type', t.ownership_type,
                'purchased_at', interlock.scopes_microseconds(t.purchased_at),
                'expires_at', interlock.scopes_microseconds(t.expires_at),
                'revoked_at', interlock.scopes_microseconds(t.revoked_at),
                'first_source', t.first_source)
            from interlock.store_transaction t
            where t.transaction_id = i.transaction_id and t.app_id = i.app_id
                and t.environment = i.environment limit 1),
        array(select o.account_id from interlock.member o
            where o.scope_id = i.scope_id and o.account_key <> i.account_key
            order by o.joined_at, o.account_id limit 10)
    from (select clock_timestamp() as now) n
    cross join interlock.intent i
    join interlock.member m on m.scope_id = i.scope_id and m.account_key = i.account_key
    join interlock.scope s on s.scope_id = i.scope_id
    cross join lateral interlock.intents_answer('found', s.version, n.now, i, m.app_account_token) a
    where i.intent_id = p_intent_id and i.app_id = p_app_id
    limit 1;
end
$$;
