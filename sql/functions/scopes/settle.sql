-- Brings what the ledger knows of one purchase line into the scope of its owner: replaces the line's
-- periods of use, looks for what was paid for twice when they differ, settles an intent by the transaction
-- or the renewal info, warns open intents that the arrival now refuses, and bumps the version when a device
-- sees a difference.
-- Locks: the scope row, then rows below it; the caller holds the line (ledger first, then scopes).
-- p_facts, as transactions_record gives it:
--   ownership    the line's periods; null: as they are
--   earlier      transactions that waited for this account, oldest first, each like the next one; or absent
--   transaction  {transaction_id, product_id, purchased_at, reason, ownership_type, fresh} or null;
--                fresh is true the first time that it is offered to this account
--   renewal      {signed_at, product_id, next_product_id, renewal_at} or null
--   reported     the intent that a device reports the transaction for, or null
--   transferred  present when an administrator has given the line to this account
--   actor        who brought it
-- Outcomes (the intent columns are the settled or the reported intent):
--   moved                 the account is not in this scope
--   recorded              nothing to settle
--   settled               an intent is completed by it, now or before
--   already_purchased     reported, but bought before the intent: that is closed as failed
--   transaction_mismatch  reported, but of another product, or it settled another intent
--   intent_closed         reported, but another transaction had completed the intent
--   not_found             reported for an intent that is not there
-- The column incidents holds what a person should see, for incidents_note.
create or replace function interlock.scopes_settle(
    p_scope_id uuid, p_account_key uuid, p_environment text, p_original_transaction_id text,
    p_facts jsonb)
returns interlock.intent_answer
language plpgsql strict
set lock_timeout = '2s'
as $$
declare
    v_scope interlock.opened_scope;
    v_at timestamptz;
    v_changed boolean;
    v_earlier jsonb;
    v_settled record;
    v_answered interlock.intent;
    v_outcome text;
    v_incidents jsonb := '[]';
    v_answer interlock.intent_answer;
begin
    v_scope := interlock.scopes_open(p_scope_id, p_account_key);
    if not v_scope.is_member then
        v_answer.outcome := 'moved';
        return v_answer;
    end if;
    v_at := v_scope.at;
    v_changed := coalesce(interlock.ownership_replace(
        p_scope_id, p_account_key, p_environment, p_original_transaction_id,
        nullif(p_facts -> 'ownership', 'null')), false);
    -- Not a new transaction alone: a reversed refund gives back what was bought again meanwhile.
    if v_changed or (p_facts -> 'transaction' ->> 'fresh')::boolean then
        v_incidents := interlock.incidents_duplicates(
            p_scope_id, p_account_key, p_environment, p_original_transaction_id, v_at,
            p_facts ? 'transferred');
    end if;
    v_changed := v_changed or v_scope.changed;

    for v_earlier in select e from jsonb_array_elements(p_facts -> 'earlier') e loop
        select * into v_settled from interlock.intents_settle(
            p_scope_id, p_account_key, p_environment,
            jsonb_build_object('transaction', v_earlier, 'actor', p_facts -> 'actor'), v_at);
        v_changed := v_changed or v_settled.is_new;
        v_incidents := v_incidents || v_settled.incidents;
    end loop;
    select * into v_settled from interlock.intents_settle(
        p_scope_id, p_account_key, p_environment, p_facts, v_at);
    v_changed := v_changed or v_settled.is_new;
    v_incidents := v_incidents || v_settled.incidents;
    v_answered := v_settled.intent;
    v_outcome := case when v_answered.intent_id is null then 'recorded' else 'settled' end;

    if p_facts ->> 'reported' is not null
        and v_answered.intent_id is distinct from (p_facts ->> 'reported')::uuid
    then
        select * into v_answered from interlock.intent i
        where i.scope_id = p_scope_id and i.account_key = p_account_key
            and i.intent_id = (p_facts ->> 'reported')::uuid;
        v_outcome := interlock.intents_refusal(v_answered, p_facts);
        if v_outcome = 'already_purchased' and v_answered.open then
            v_answered := interlock.intents_close(
                v_answered, 'failed', v_at, v_at, null, '{"error": "already_purchased"}',
                p_facts -> 'actor', 'the transaction is older than the intent');
            v_changed := true;
        end if;
    end if;

    if v_changed then
        perform interlock.intents_warn(p_scope_id, p_environment, v_at);
        v_scope.version := interlock.scopes_bump(p_scope_id, v_at);
    end if;
    v_answer := interlock.intents_answer(
        v_outcome, v_scope.version, v_at, v_answered, v_scope.app_account_token);
    v_answer.incidents := v_incidents;
    return v_answer;
end
$$;
