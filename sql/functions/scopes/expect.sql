-- Makes sure that the scope is looked at when p_due_at comes: an earlier date stays, a later one moves.
-- The caller holds the scope's row lock.
create or replace function interlock.scopes_expect(
    p_scope_id uuid, p_due_at timestamptz, p_at timestamptz)
returns void
language plpgsql strict
as $$
begin
    insert into interlock.due as d (scope_id, due_at, swept_at) values (p_scope_id, p_due_at, p_at)
    on conflict (scope_id) do update set due_at = excluded.due_at
    where d.due_at > excluded.due_at;
end
$$;
