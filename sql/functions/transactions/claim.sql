-- Gives an unclaimed purchase line to an account, with the facts for scopes_settle, among them every
-- transaction that waited, and the store account that the line is of (null when no transaction named it).
-- Locks the line. No row when it has an owner.
create or replace function interlock.transactions_claim(
    p_original_transaction_id text, p_app_id text, p_environment text, p_account_key uuid,
    p_source text)
returns table (facts jsonb, app_transaction_id text)
language plpgsql strict
set lock_timeout = '5s'
as $$
declare
    v_at timestamptz;
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
    select max(t.app_transaction_id) into app_transaction_id from interlock.store_transaction t
    where t.original_transaction_id = p_original_transaction_id and t.app_id = p_app_id
        and t.environment = p_environment;
    facts := jsonb_build_object(
        'ownership', interlock.transactions_fold(
            p_original_transaction_id, p_app_id, p_environment, v_at, 'infinity'),
        'earlier', interlock.transactions_offer(
            p_original_transaction_id, p_app_id, p_environment, ''));
    return next;
end
$$;
