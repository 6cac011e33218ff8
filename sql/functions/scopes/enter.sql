-- Brings an account into a scope with what scopes_leave took out of another: intents (the open ones with
-- a new fence), history, ownership. An account that is there already takes over what another had. An open intent takes the sets that are free; for the others it
-- waits. Gives what a person should see, for incidents_note: intents that now wait, purchases that now
-- exclude each other.
-- Locks: the scope row, then rows below it; the caller holds the account's row and sets the versions.
create or replace function interlock.scopes_enter(
    p_scope_id uuid, p_account_key uuid, p_role text, p_version bigint, p_bundle jsonb)
returns jsonb
language plpgsql
as $$
declare
    v_at timestamptz;
    v_incidents jsonb;
    v_own jsonb;
    v_line record;
begin
    perform from interlock.scope s where s.scope_id = p_scope_id for update;
    v_at := clock_timestamp();
    insert into interlock.member (
        scope_id, account_key, account_id, app_account_token, joined_at, role)
    values (
        p_scope_id, p_account_key, p_bundle ->> 'account_id',
        (p_bundle ->> 'app_account_token')::uuid, v_at, p_role)
    on conflict do nothing;
    select jsonb_build_object(
        'scope_id', p_scope_id, 'account_key', p_account_key, 'account_id', m.account_id)
    into v_own
    from interlock.member m
    where m.scope_id = p_scope_id and m.account_key = p_account_key;
    perform interlock.scopes_expire(p_scope_id, v_at);
    insert into interlock.intent
    select (jsonb_populate_record(i, v_own || jsonb_build_object(
        'fence', case when i.open then p_version else i.fence end,
        'request_id', case when exists (
                select from interlock.intent o
                where o.scope_id = p_scope_id and o.account_key = p_account_key
                    and o.request_id = i.request_id)
            then i.intent_id::text else i.request_id end))).*
    from jsonb_populate_recordset(null::interlock.intent, p_bundle -> 'intents') i;
    insert into interlock.intent_event
    select (jsonb_populate_record(e, jsonb_build_object('scope_id', p_scope_id))).*
    from jsonb_populate_recordset(null::interlock.intent_event, p_bundle -> 'events') e
    on conflict do nothing;
    insert into interlock.ownership
    select (jsonb_populate_record(o, v_own)).*
    from jsonb_populate_recordset(null::interlock.ownership, p_bundle -> 'ownership') o;
    perform interlock.intents_promote(p_scope_id, v_at);
    perform interlock.intents_warn(p_scope_id, e.environment, v_at)
    from (values ('Production'), ('Sandbox')) e (environment);

    select coalesce(jsonb_agg(jsonb_build_object(
        'environment', i.environment, 'kind', 'scope_conflict', 'subject', i.intent_id,
        'account_key', p_account_key,
        'detail', jsonb_build_object(
            'intent_id', i.intent_id, 'product_id', i.product_id, 'account_key', i.account_key,
            'waits_for', (
                select jsonb_agg(distinct jsonb_build_object(
                    'intent_id', h.intent_id, 'product_id', h.product_id,
                    'account_key', h.account_key))
                from interlock.intent h
                where h.scope_id = p_scope_id and (h.open or h.risk_until is not null)
                    and h.environment = i.environment and h.intent_id <> i.intent_id
                    and (h.delay_until > v_at and h.exclusion_sets && i.exclusion_sets
                        or exists (
                            select from interlock.claim c
                            where c.scope_id = h.scope_id and c.intent_id = h.intent_id
                                and c.exclusion_set = any (i.exclusion_sets))))))), '[]')
    into v_incidents
    from interlock.intent i
    where i.scope_id = p_scope_id and i.account_key = p_account_key and i.open
        and (select count(*) from interlock.claim c
            where c.scope_id = i.scope_id and c.intent_id = i.intent_id)
            < cardinality(i.exclusion_sets);
    for v_line in
        select distinct o.environment, o.original_transaction_id from interlock.ownership o
        where o.scope_id = p_scope_id and o.account_key = p_account_key
    loop
        v_incidents := v_incidents || (
            select coalesce(
                jsonb_agg(d || jsonb_build_object('environment', v_line.environment)), '[]')
            from jsonb_array_elements(interlock.incidents_duplicates(
                p_scope_id, p_account_key, v_line.environment, v_line.original_transaction_id,
                v_at, true)) d);
    end loop;
    return v_incidents;
end
$$;
