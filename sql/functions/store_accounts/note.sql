-- Remembers that an account of the app has shown a store account (by its appTransactionId), and says
-- whether another account has too. Repeating it is harmless.
create or replace function interlock.store_accounts_note(
    p_app_id text, p_environment text, p_app_transaction_id text, p_account_key uuid)
returns table (in_use boolean)
language plpgsql strict
as $$
begin
    insert into interlock.store_account (
        app_id, environment, app_transaction_id, account_key, first_seen_at)
    values (p_app_id, p_environment, p_app_transaction_id, p_account_key, clock_timestamp())
    on conflict do nothing;
    in_use := exists (
        select from interlock.store_account s
        where s.app_id = p_app_id and s.environment = p_environment
            and s.app_transaction_id = p_app_transaction_id and s.account_key <> p_account_key);
    return next;
end
$$;
