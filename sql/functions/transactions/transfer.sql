-- Gives a purchase line to another account, for an administrator. Locks the line; the caller then brings
-- both accounts' scopes up to date by scopes_settle, in the same transaction.
-- Outcomes: not_found, unchanged (it is that account's already), transferred (from_account_key is null
-- when nobody had it). facts is for the new owner's scope: the old one gets no periods.
create or replace function interlock.transactions_transfer(
    p_original_transaction_id text, p_app_id text, p_environment text, p_account_key uuid)
returns table (outcome text, from_account_key uuid, facts jsonb)
language plpgsql strict
set lock_timeout = '5s'
as $$
declare
    v_at timestamptz;
begin
    select l.account_key into from_account_key from interlock.purchase_line l
    where l.original_transaction_id = p_original_transaction_id and l.app_id = p_app_id
        and l.environment = p_environment
    for update;
    if not found then
        outcome := 'not_found';
        return next;
        return;
    end if;
    v_at := clock_timestamp();
    outcome := case when from_account_key = p_account_key then 'unchanged' else 'transferred' end;
    update interlock.purchase_line l
    set account_key = p_account_key, claimed_at = v_at, claimed_by = 'transfer', parked_token = null
    where l.original_transaction_id = p_original_transaction_id and l.app_id = p_app_id
        and l.environment = p_environment and l.account_key is distinct from p_account_key;
    -- What was bought for another account's intent settles none of the new owner's.
    update interlock.store_transaction t set offered = true
    where t.original_transaction_id = p_original_transaction_id and t.app_id = p_app_id
        and t.environment = p_environment and not t.offered;
    facts := jsonb_build_object('transferred', true, 'ownership', interlock.transactions_fold(
        p_original_transaction_id, p_app_id, p_environment, v_at, 'infinity'));
    return next;
end
$$;
