-- Opens a scope for a change by one of its accounts: takes the scope's row lock, reads the clock once
-- after it, and closes what has expired by then. The caller bumps the version when anything changed.
-- Locks: the scope row, then rows below it.
create or replace function interlock.scopes_open(p_scope_id uuid, p_account_key uuid)
returns interlock.opened_scope
language plpgsql strict
as $$
declare
    v_scope interlock.opened_scope;
begin
    select s.version into v_scope.version from interlock.scope s
    where s.scope_id = p_scope_id for update;
    v_scope.at := clock_timestamp();
    select m.app_account_token into v_scope.app_account_token from interlock.member m
    where m.scope_id = p_scope_id and m.account_key = p_account_key;
    v_scope.is_member := found;
    v_scope.changed := v_scope.is_member and interlock.scopes_expire(p_scope_id, v_scope.at) > 0;
    return v_scope;
end
$$;
