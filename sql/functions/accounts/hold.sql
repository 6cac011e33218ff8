-- Says which scope an account is in and keeps it there until the caller's transaction ends.
-- Locks: the account's row, shared with all but a move; after the ledger, before scopes. No row for an account
-- never seen.
create or replace function interlock.accounts_hold(p_account_key uuid)
returns table (scope_id uuid)
language plpgsql strict
set lock_timeout = '2s'
as $$
begin
    return query
    select a.scope_id from interlock.account a where a.account_key = p_account_key for key share;
end
$$;
