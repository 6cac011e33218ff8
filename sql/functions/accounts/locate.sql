-- Says which scope an account is in, and its id. A plain read. No row for an account never seen.
create or replace function interlock.accounts_locate(p_account_key uuid)
returns table (scope_id uuid, account_id text, app_id text, app_account_token uuid)
language plpgsql stable strict
as $$
begin
    return query
    select a.scope_id, a.account_id, a.app_id, a.app_account_token
    from interlock.account a where a.account_key = p_account_key;
end
$$;
