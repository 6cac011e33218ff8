-- Gives an unclaimed purchase line to an account, and the facts of each of its transactions that was
-- never offered, oldest first, for scopes_settle. Locks the line. No rows when it has an owner already.
create or replace function interlock.transactions_claim(
    p_original_transaction_id text, p_app_id text, p_environment text, p_account_key uuid,
    p_source text)
returns table (facts jsonb)
language plpgsql strict
set lock_timeout = '5s'
as $$
declare
    v_at timestamptz;
    v_periods jsonb;
begin
    update interlock.purchase_line l
    set account_key = p_account_key, claimed_at = clock_timestamp(), claimed_by = p_source,
        parked_token = null
    where l.original_transaction_id = p_original_transaction_id and l.app_id = p_app_id
        and l.environment = p_environment and l.account_key is null;
    if not found then
        return;
    end if;
    v_at := clock_timestamp();
    v_periods := interlock.transactions_fold(
        p_original_transaction_id, p_app_id, p_environment, v_at, 'infinity');
    return query
    with offered as (
        update interlock.store_transaction t set offered = true
        where t.original_transaction_id = p_original_transaction_id and t.app_id = p_app_id
            and t.environment = p_environment and not t.offered
        returning t.*
    )
    select jsonb_build_object(
        'ownership', v_periods,
        'transaction', jsonb_build_object(
            'transaction_id', o.transaction_id, 'product_id', o.product_id,
            'purchased_at', o.purchased_at, 'reason', o.reason,
            'ownership_type', o.ownership_type, 'fresh', true))
    from offered o order by o.purchased_at, o.transaction_id;
end
$$;
