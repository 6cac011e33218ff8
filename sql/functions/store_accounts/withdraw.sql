-- Closes the open intents of every account that has shown a store account: a guardian has withdrawn the
-- consent that their requests waited for. An account that moves meanwhile is followed.
-- Locks: what intents_withdraw locks, scopes ascending; on the second try the account's row, shared.
-- Gives the scopes whose devices may see a difference.
create or replace function interlock.store_accounts_withdraw(
    p_app_id text, p_environment text, p_app_transaction_id text)
returns uuid[]
language plpgsql strict
as $$
declare
    v_options constant jsonb := '{"actor": {"kind": "transaction", "source": "notification"},
        "reason": "consent withdrawn at the store"}';
    v_account uuid;
    v_scope uuid;
    v_scopes uuid[] := '{}';
begin
    for v_account, v_scope in
        select a.account_key, a.scope_id
        from interlock.store_account s join interlock.account a on a.account_key = s.account_key
        where s.app_id = p_app_id and s.environment = p_environment
            and s.app_transaction_id = p_app_transaction_id
        order by a.scope_id, a.account_key
    loop
        if (interlock.intents_withdraw(
            v_scope, v_account, p_environment, v_options)).outcome = 'moved'
        then
            select h.scope_id into v_scope from interlock.accounts_hold(v_account) h;
            perform interlock.intents_withdraw(v_scope, v_account, p_environment, v_options);
        end if;
        v_scopes := v_scopes || v_scope;
    end loop;
    return v_scopes;
end
$$;
