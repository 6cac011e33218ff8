-- Makes a change visible: the version grows, and the scope is looked at again when the clock next
-- changes it. The caller holds the scope's row lock.
create or replace function interlock.scopes_bump(p_scope_id uuid, p_at timestamptz)
returns bigint
language plpgsql strict
as $$
declare
    v_version bigint;
begin
    update interlock.scope s set version = s.version + 1
    where s.scope_id = p_scope_id returning s.version into v_version;
    perform interlock.scopes_expect(
        p_scope_id, interlock.scopes_next_change(p_scope_id, p_at), p_at);
    return v_version;
end
$$;
