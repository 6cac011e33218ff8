-- Gives a purchase line to another account, for an administrator, brings both accounts' scopes up to date and
-- is audited with the former owner and the new one.
-- Locks: the line, both accounts' rows (shared), both scopes in the order of their keys with what comes of
-- each (scopes_settle, incidents_note), the app's audit head. p_options: {actor, reason}
-- Outcomes: not_found (no such line; or the account has just been forgotten), unchanged (it is that account's
-- already), transferred. scopes: those whose devices see a difference.
create or replace function interlock.transactions_transfer(
    p_original_transaction_id text, p_app_id text, p_environment text, p_account_key uuid,
    p_options jsonb)
returns table (outcome text, scopes uuid[])
language plpgsql strict
set lock_timeout = '5s'
as $$
declare
    v_at timestamptz;
    v_from_key uuid;
    v_facts jsonb;
    v_side record;
    v_answer interlock.intent_answer;
begin
    scopes := '{}';
    select l.account_key into v_from_key from interlock.purchase_line l
    where l.original_transaction_id = p_original_transaction_id and l.app_id = p_app_id
        and l.environment = p_environment
    for update;
    if not found then
        outcome := 'not_found';
        return next;
        return;
    end if;
    if v_from_key = p_account_key then
        outcome := 'unchanged';
        return next;
        return;
    end if;
    perform from interlock.account a
    where a.account_key in (p_account_key, v_from_key) order by a.account_key for share;
    if not exists (select from interlock.account a where a.account_key = p_account_key) then
        outcome := 'not_found';
        return next;
        return;
    end if;
    v_at := clock_timestamp();
    outcome := 'transferred';
    update interlock.purchase_line l
    set account_key = p_account_key, claimed_at = v_at, claimed_by = 'transfer', parked_token = null
    where l.original_transaction_id = p_original_transaction_id and l.app_id = p_app_id
        and l.environment = p_environment;
    -- What was bought for another account's intent settles none of the new owner's.
    update interlock.store_transaction t set offered = true
    where t.original_transaction_id = p_original_transaction_id and t.app_id = p_app_id
        and t.environment = p_environment and not t.offered;
    v_facts := jsonb_build_object(
        'actor', p_options -> 'actor', 'transferred', true,
        'ownership', interlock.transactions_fold(
            p_original_transaction_id, p_app_id, p_environment, v_at, 'infinity'));
    for v_side in
        select a.scope_id, a.account_key from interlock.account a
        where a.account_key in (p_account_key, v_from_key) order by a.scope_id, a.account_key
    loop
        v_answer := interlock.scopes_settle(
            v_side.scope_id, v_side.account_key, p_environment, p_original_transaction_id,
            -- Who had it has no periods of it any more.
            case when v_side.account_key = p_account_key then v_facts
                else jsonb_build_object('actor', p_options -> 'actor', 'ownership', '[]'::jsonb)
                end);
        if v_answer.outcome = 'moved' then
            raise exception 'an account that is held is not in its scope';
        end if;
        perform interlock.incidents_note(p_app_id, p_environment, v_answer.incidents);
        scopes := scopes || v_side.scope_id;
    end loop;
    if v_from_key is null then
        perform interlock.incidents_note(p_app_id, p_environment, jsonb_build_array(
            jsonb_build_object(
                'kind', 'unclaimed', 'subject', p_original_transaction_id,
                'account_key', p_account_key, 'resolution', 'claimed')));
    end if;
    perform interlock.audit_append(
        p_app_id, p_options -> 'actor', 'transaction.transfer',
        jsonb_build_object(
            'original_transaction_id', p_original_transaction_id, 'environment', p_environment),
        p_options ->> 'reason', jsonb_build_object('owner_key', v_from_key),
        jsonb_build_object('owner_key', p_account_key));
    return next;
end
$$;
