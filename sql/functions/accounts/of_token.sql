-- Says whose an app account token is or was. A plain read. No row for a token that no account has.
create or replace function interlock.accounts_of_token(p_app_id text, p_token uuid)
returns table (account_key uuid, scope_id uuid)
language plpgsql stable strict
as $$
begin
    return query
    select a.account_key, a.scope_id
    from interlock.account_token t join interlock.account a on a.account_key = t.account_key
    where t.app_id = p_app_id and t.token = p_token;
end
$$;
