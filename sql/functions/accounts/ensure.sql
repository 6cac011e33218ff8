-- Makes an account at first sight: itself, its token, its own scope and its place in that.
-- It writes once an account, so it may write under three keys; repeating it reads one row.
-- Gives the scope that the account is in and its token; no row for one that was forgotten or merged.
create or replace function interlock.accounts_ensure(
    p_account_key uuid, p_app_id text, p_account_id text, p_token uuid)
returns table (scope_id uuid, app_account_token uuid)
language plpgsql strict
as $$
declare
    v_at timestamptz := clock_timestamp();
begin
    -- Every upload asks; nearly always it is there. One that has ended has no row.
    return query
    select a.scope_id, a.app_account_token from interlock.account a
    where a.account_key = p_account_key;
    if found or exists (
        select from interlock.account_end e where e.account_key = p_account_key)
    then
        return;
    end if;
    insert into interlock.account as a (
        account_key, app_id, account_id, scope_id, app_account_token, created_at)
    values (p_account_key, p_app_id, p_account_id, p_account_key, p_token, v_at)
    on conflict do nothing;
    if found then
        insert into interlock.account_token (app_id, token, account_key)
        values (p_app_id, p_token, p_account_key);
        insert into interlock.scope (scope_id, app_id, kind, version, created_at)
        values (p_account_key, p_app_id, 'account', 1, v_at);
        insert into interlock.member (
            scope_id, account_key, account_id, app_account_token, joined_at)
        values (p_account_key, p_account_key, p_account_id, p_token, v_at);
    end if;
    return query
    select a.scope_id, a.app_account_token from interlock.account a
    where a.account_key = p_account_key;
end
$$;
