-- Brings what the ledger knows of one purchase line into the scope of its owner: replaces the line's
-- periods of use, settles an intent by the transaction or the renewal info, warns open intents that
-- the arrival now refuses, and bumps the version when a device sees a difference.
-- Locks: the scope row, then rows below it; the caller holds the line (ledger first, then scopes).
-- p_facts, as transactions_record gives it:
--   ownership    the line's periods
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
    v_settled interlock.intent;
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
    v_changed := v_scope.changed;
    v_changed := interlock.ownership_replace(
        p_scope_id, p_account_key, p_environment, p_original_transaction_id,
        p_facts -> 'ownership') or v_changed;

    if (p_facts -> 'transaction' ->> 'fresh')::boolean or p_facts ? 'transferred' then
        v_incidents := interlock.incidents_duplicates(
            p_scope_id, p_account_key, p_environment, p_original_transaction_id, v_at,
            p_facts ? 'transferred');
    end if;

    v_settled := interlock.intents_settled_by(
        p_scope_id, p_account_key, p_environment, p_facts, v_at);
    if v_settled.intent_id is not null and v_settled.status <> 'completed' then
        v_settled := interlock.intents_complete(v_settled, p_facts, v_at);
        v_changed := true;
        if v_settled.settled_late then
            v_incidents := v_incidents || interlock.incidents_late(v_settled, p_facts);
        end if;
    end if;
    v_outcome := case when v_settled.intent_id is null then 'recorded' else 'settled' end;
    v_answered := v_settled;

    if p_facts ->> 'reported' is not null
        and v_settled.intent_id is distinct from (p_facts ->> 'reported')::uuid
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
