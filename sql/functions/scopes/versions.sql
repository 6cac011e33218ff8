-- Gives the versions of the scopes that devices wait on: repairs a wake-up that was lost.
create or replace function interlock.scopes_versions(p_scope_ids uuid[])
returns table (scope_id uuid, version bigint, due boolean)
language sql stable strict
as $$
    select s.scope_id, s.version, coalesce(d.due_at <= clock_timestamp(), false)
    from interlock.scope s left join interlock.due d on d.scope_id = s.scope_id
    where s.scope_id = any (p_scope_ids)
$$;
