-- Brings what the ledger knows of a purchase line into the scope that its owner is in, and notes what a
-- person should see.
-- Locks: the account's row, shared, so that it does not move meanwhile; what scopes_settle locks; incidents.
-- The caller holds the line. Whoever looked for the account in a scope first and then held it would have two
-- scopes, and a move between them waits for both while it holds the account.
-- Gives the scope and what scopes_settle answered.
create or replace function interlock.transactions_bring(
    p_original_transaction_id text, p_app_id text, p_environment text, p_account_key uuid,
    p_facts jsonb)
returns table (scope_id uuid, answer interlock.intent_answer)
language plpgsql strict
as $$
begin
    select h.scope_id into scope_id from interlock.accounts_hold(p_account_key) h;
    answer := interlock.scopes_settle(
        scope_id, p_account_key, p_environment, p_original_transaction_id, p_facts);
    if coalesce(answer.outcome, 'moved') = 'moved' then
        -- It was forgotten or merged since the line was read: another try is told so.
        raise serialization_failure using message = 'the owner of a purchase line has just ended';
    end if;
    if answer.incidents <> '[]' then
        perform interlock.incidents_note(p_app_id, p_environment, answer.incidents);
    end if;
    return next;
end
$$;
