-- Gives an unclaimed purchase line to the account whose token it waited for, with every transaction that
-- waited: brings it into the account's scope, and closes the incident that told of it.
-- Locks: the line, then as transactions_bring; the store account's row.
-- Gives the scope; no row when the line has an owner.
create or replace function interlock.transactions_claim(
    p_original_transaction_id text, p_app_id text, p_environment text, p_account_key uuid)
returns table (scope_id uuid)
language plpgsql strict
set lock_timeout = '5s'
as $$
declare
    v_at timestamptz;
    v_shown text;
begin
    update interlock.purchase_line l
    set account_key = p_account_key, claimed_at = clock_timestamp(), claimed_by = 'token',
        parked_token = null
    where l.original_transaction_id = p_original_transaction_id and l.app_id = p_app_id
        and l.environment = p_environment and l.account_key is null;
    if not found then
        return;
    end if;
    v_at := clock_timestamp();
    select b.scope_id into scope_id from interlock.transactions_bring(
        p_original_transaction_id, p_app_id, p_environment, p_account_key, jsonb_build_object(
            'ownership', interlock.transactions_fold(
                p_original_transaction_id, p_app_id, p_environment, v_at, 'infinity'),
            'earlier', interlock.transactions_offer(
                p_original_transaction_id, p_app_id, p_environment, ''),
            'actor', jsonb_build_object('kind', 'transaction', 'source', 'token'))) b;
    perform interlock.incidents_note(p_app_id, p_environment, jsonb_build_array(jsonb_build_object(
        'kind', 'unclaimed', 'subject', p_original_transaction_id, 'account_key', p_account_key,
        'resolution', 'claimed')));
    select max(t.app_transaction_id) into v_shown from interlock.store_transaction t
    where t.original_transaction_id = p_original_transaction_id and t.app_id = p_app_id
        and t.environment = p_environment;
    if v_shown is not null then
        perform interlock.store_accounts_note(p_app_id, p_environment, v_shown, p_account_key);
    end if;
    return next;
end
$$;
