-- Makes two accounts of one person one: purchases, open and closed intents, tokens and store accounts of
-- the one that is in its own scope go over to the other, wherever that is; then it is gone. An open intent
-- that finds its place taken waits for it; a request id that both have used becomes the intent's own id.
-- Audited; from then on nothing tells who the audit's rows about the one that is gone were about.
-- Locks: the purchase lines, both account rows and both scope rows, each in the order of their keys; the
-- incidents that come of it; the app's audit head.
-- Outcomes: no_account (the one that stays was never seen), unknown (the one to merge was never seen, or is
-- merged already), in_a_group (leave first), merged.
create or replace function interlock.accounts_merge(
    p_from_key uuid, p_into_key uuid, p_app_id text, p_actor jsonb, p_reason text)
returns table (outcome text, scope_id uuid)
language plpgsql strict
set lock_timeout = '5s'
as $$
declare
    v_from interlock.account;
    v_into interlock.account;
    v_bundle jsonb;
    v_version bigint;
    v_lines bigint;
    v_before jsonb;
    v_incidents jsonb;
begin
    update interlock.purchase_line l set account_key = p_into_key, claimed_by = 'merge'
    where l.account_key = p_from_key and l.app_id = p_app_id
        and exists (select from interlock.account a where a.account_key = p_into_key);
    get diagnostics v_lines = row_count;
    perform from interlock.account a
    where a.account_key in (p_from_key, p_into_key) and a.app_id = p_app_id
    order by a.account_key for update;
    select * into v_from from interlock.account a
    where a.account_key = p_from_key and a.app_id = p_app_id;
    select * into v_into from interlock.account a
    where a.account_key = p_into_key and a.app_id = p_app_id;
    scope_id := v_into.scope_id;
    outcome := case
        when v_into.account_key is null then 'no_account'
        when v_from.account_key is null then 'unknown'
        when v_from.scope_id <> p_from_key then 'in_a_group'
        else 'merged' end;
    if outcome <> 'merged' then
        return next;
        return;
    end if;
    perform from interlock.scope s
    where s.scope_id in (p_from_key, v_into.scope_id) order by s.scope_id for update;
    v_before := interlock.accounts_audited(p_from_key)
        || jsonb_build_object('purchase_lines', v_lines);
    v_bundle := interlock.scopes_leave(p_from_key, p_from_key);
    select greatest(s.version, (v_bundle ->> 'version')::bigint) + 1 into v_version
    from interlock.scope s where s.scope_id = v_into.scope_id;
    v_incidents := interlock.scopes_enter(
        v_into.scope_id, p_into_key, null, v_version, v_bundle);
    update interlock.scope s set version = v_version where s.scope_id = v_into.scope_id;
    perform interlock.scopes_expect(
        v_into.scope_id, interlock.scopes_next_change(v_into.scope_id, clock_timestamp()),
        clock_timestamp());
    update interlock.account_token t set account_key = p_into_key
    where t.account_key = p_from_key;
    insert into interlock.store_account
    select s.app_id, s.environment, s.app_transaction_id, p_into_key, s.first_seen_at
    from interlock.store_account s where s.account_key = p_from_key
    on conflict do nothing;
    insert into interlock.device
    select p_into_key, d.device_id, d.first_seen_at, d.last_seen_at
    from interlock.device d where d.account_key = p_from_key
    on conflict do nothing;
    perform interlock.accounts_erase(p_from_key);
    -- Each names its own environment.
    if jsonb_array_length(v_incidents) > 0 then
        perform interlock.incidents_note(p_app_id, 'Production', v_incidents);
    end if;
    perform interlock.audit_append(
        p_app_id, p_actor, 'account.merge', jsonb_build_object('account_key', p_from_key),
        p_reason, v_before, jsonb_build_object('into_key', p_into_key));
    delete from interlock.audit_subject s
    where s.app_id = p_app_id and s.account_key = p_from_key;
    return next;
end
$$;
