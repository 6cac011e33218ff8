-- Brings what the ledger knows of a purchase line into the scope that its owner is in, and notes what a
-- person should see. An owner that moves meanwhile is followed, and at last held where it is.
-- Locks: what scopes_settle locks; on the second try the account's row before it, shared; then incidents.
-- The caller holds the line. Gives the scope and what scopes_settle answered.
create or replace function interlock.transactions_bring(
    p_original_transaction_id text, p_app_id text, p_environment text, p_account_key uuid,
    p_facts jsonb)
returns table (scope_id uuid, answer interlock.intent_answer)
language plpgsql strict
as $$
begin
    select a.scope_id into scope_id from interlock.account a
    where a.account_key = p_account_key;
    answer := interlock.scopes_settle(
        scope_id, p_account_key, p_environment, p_original_transaction_id, p_facts);
    if coalesce(answer.outcome, 'moved') = 'moved' then
        select h.scope_id into scope_id from interlock.accounts_hold(p_account_key) h;
        answer := interlock.scopes_settle(
            scope_id, p_account_key, p_environment, p_original_transaction_id, p_facts);
    end if;
    if coalesce(answer.outcome, 'moved') = 'moved' then
        raise exception 'the owner of a purchase line is in no scope';
    end if;
    if answer.incidents <> '[]' then
        perform interlock.incidents_note(p_app_id, p_environment, answer.incidents);
    end if;
    return next;
end
$$;
