-- Gives one deadline as an interval.
create or replace function interlock.scopes_seconds(p_deadlines jsonb, p_name text)
returns interval
language sql immutable strict
as $$
    select make_interval(secs => (p_deadlines ->> p_name)::double precision)
$$;
