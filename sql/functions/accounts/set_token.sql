-- Sets an account's app account token; former ones stay its own. Locks the account row, then the scope.
-- Outcomes: token_in_use (another account has or had it), set. Repeating it is harmless.
create or replace function interlock.accounts_set_token(
    p_account_key uuid, p_app_id text, p_token uuid)
returns table (outcome text, scope_id uuid, version bigint)
language plpgsql strict
set lock_timeout = '2s'
as $$
begin
    select a.scope_id into scope_id from interlock.account a
    where a.account_key = p_account_key for update;
    insert into interlock.account_token (app_id, token, account_key)
    values (p_app_id, p_token, p_account_key)
    on conflict do nothing;
    if not exists (
        select from interlock.account_token t
        where t.app_id = p_app_id and t.token = p_token and t.account_key = p_account_key)
    then
        outcome := 'token_in_use';
        return next;
        return;
    end if;
    update interlock.account a set app_account_token = p_token
    where a.account_key = p_account_key;
    update interlock.scope s set version = s.version + 1
    where s.scope_id = accounts_set_token.scope_id returning s.version into version;
    update interlock.member m set app_account_token = p_token
    where m.scope_id = accounts_set_token.scope_id and m.account_key = p_account_key;
    outcome := 'set';
    return next;
end
$$;
