-- Gives a transaction as scopes_settle wants to know it; fresh: it is offered to its owner's intents for
-- the first time. Reads nothing, locks nothing.
create or replace function interlock.transactions_fact(
    p_transaction interlock.store_transaction, p_is_fresh boolean)
returns jsonb
language sql stable
as $$
    select jsonb_build_object(
        'transaction_id', p_transaction.transaction_id, 'product_id', p_transaction.product_id,
        'purchased_at', p_transaction.purchased_at, 'reason', p_transaction.reason,
        'ownership_type', p_transaction.ownership_type, 'fresh', p_is_fresh)
$$;
