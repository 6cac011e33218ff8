-- Closes the open intents of every account that has shown a store account: a guardian has withdrawn the
-- consent that their requests waited for.
-- Locks: the accounts' rows, shared, so that none moves meanwhile; then what intents_withdraw locks, scopes
-- ascending. Gives the scopes whose devices may see a difference.
create or replace function interlock.store_accounts_withdraw(
    p_app_id text, p_environment text, p_app_transaction_id text)
returns uuid[]
language plpgsql strict
set lock_timeout = '2s'
as $$
declare
    v_options constant jsonb := '{"actor": {"kind": "transaction", "source": "notification"},
        "reason": "consent withdrawn at the store"}';
    v_account interlock.account;
    v_accounts interlock.account[];
    v_scopes uuid[] := '{}';
begin
    for v_account in
        select a.* from interlock.account a
        where a.account_key in (
            select s.account_key from interlock.store_account s
            where s.app_id = p_app_id and s.environment = p_environment
                and s.app_transaction_id = p_app_transaction_id)
        order by a.account_key for key share
    loop
        v_accounts := v_accounts || v_account;
    end loop;
    for v_account in
        select a.* from unnest(v_accounts) a order by a.scope_id, a.account_key
    loop
        perform interlock.intents_withdraw(
            v_account.scope_id, v_account.account_key, p_environment, v_options);
        v_scopes := v_scopes || v_account.scope_id;
    end loop;
    return v_scopes;
end
$$;
