-- Marks the transactions of a line as offered to its owner's intents, and gives those that never were, oldest
-- first, as an array of facts for scopes_settle; p_except is marked, and not among them.
-- The caller holds the line.
create or replace function interlock.transactions_offer(
    p_original_transaction_id text, p_app_id text, p_environment text, p_except text)
returns jsonb
language plpgsql strict
as $$
declare
    v_offered jsonb;
begin
    with offered as (
        update interlock.store_transaction t set offered = true
        where t.original_transaction_id = p_original_transaction_id and t.app_id = p_app_id
            and t.environment = p_environment and not t.offered
        returning t.*
    )
    select coalesce(jsonb_agg(
        interlock.transactions_fact(o, true) order by o.purchased_at, o.transaction_id), '[]')
    into v_offered from offered o where o.transaction_id <> p_except;
    return v_offered;
end
$$;
