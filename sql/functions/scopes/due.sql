-- Lists scopes that the clock has changed, the longest waiting first; locks nothing. Each is then swept
-- by a call of its own.
create or replace function interlock.scopes_due(p_limit integer)
returns table (scope_id uuid)
language sql stable strict
as $$
    select d.scope_id from interlock.due d
    where d.due_at <= clock_timestamp()
    order by d.due_at limit p_limit
$$;
