-- Reads what the devices of a scope see in one environment: one read, whoever of its members asks.
-- The arrays hold times as microseconds since 1970. due is true when the clock has changed something
-- that no version tells yet: sweep the scope and read again. A plain read of one scope.
-- No row when there is no such scope.
create or replace function interlock.scopes_state(p_scope_id uuid, p_environment text)
returns table (
    version bigint, at timestamptz, kind text, group_id text, due boolean, catalog_revision bigint,
    members jsonb, intents jsonb, ownership jsonb)
language plpgsql stable strict
as $$
declare
    v_app_id text;
begin
    at := clock_timestamp();
    select s.version, s.kind, s.group_id, s.app_id, coalesce(d.due_at <= at, false)
    into version, kind, group_id, v_app_id, due
    from interlock.scope s left join interlock.due d on d.scope_id = s.scope_id
    where s.scope_id = p_scope_id;
    if not found then
        return;
    end if;
    select c.revision into catalog_revision from interlock.catalog c where c.app_id = v_app_id;
    select jsonb_agg(jsonb_build_object(
        'account_id', m.account_id, 'app_account_token', m.app_account_token,
        'may_release', coalesce(m.role = any (g.releasers), false)))
    into members
    from interlock.member m
    left join interlock.family_group g on g.group_id = m.scope_id
    where m.scope_id = p_scope_id;
    select jsonb_agg(jsonb_build_object(
        'intent_id', i.intent_id, 'account_id', i.account_id, 'device_id', i.device_id,
        'product_id', i.product_id, 'sets', i.exclusion_sets, 'status', i.status,
        'pending_reason', i.pending_reason,
        'has_claim', exists (
            select from interlock.claim c
            where c.scope_id = i.scope_id and c.intent_id = i.intent_id),
        'created_at', interlock.scopes_microseconds(i.created_at),
        'updated_at', interlock.scopes_microseconds(i.updated_at),
        'expires_at', interlock.scopes_microseconds(i.expires_at),
        'risk_until', interlock.scopes_microseconds(i.risk_until),
        'delay_until', interlock.scopes_microseconds(i.delay_until),
        'request_id', i.request_id, 'fence', i.fence,
        'app_account_token', m.app_account_token, 'risks', i.risks,
        'transaction_id', i.transaction_id, 'settled_late', i.settled_late)
        order by i.created_at, i.intent_id)
    into intents
    from interlock.intent i
    join interlock.member m on m.scope_id = i.scope_id and m.account_key = i.account_key
    where i.scope_id = p_scope_id and i.environment = p_environment
        and (i.open or i.risk_until is not null);
    select jsonb_agg(interlock.ownership_document(o) order by o.transaction_id)
    into ownership
    from interlock.ownership o
    where o.scope_id = p_scope_id and o.environment = p_environment;
    return next;
end
$$;
