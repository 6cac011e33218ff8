-- Lists the accounts that have shown a store account, with the scope that each is in. A plain read.
create or replace function interlock.store_accounts_holders(
    p_app_id text, p_environment text, p_app_transaction_id text)
returns table (account_key uuid, scope_id uuid)
language sql stable strict
as $$
    select a.account_key, a.scope_id
    from interlock.store_account s join interlock.account a on a.account_key = s.account_key
    where s.app_id = p_app_id and s.environment = p_environment
        and s.app_transaction_id = p_app_transaction_id
    order by a.scope_id, a.account_key
$$;
