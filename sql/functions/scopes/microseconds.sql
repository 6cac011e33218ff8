-- Gives a time as microseconds since 1970, the way documents carry it to the service.
create or replace function interlock.scopes_microseconds(p_at timestamptz)
returns bigint
language sql stable strict
as $$
    select (extract(epoch from p_at) * 1000000)::bigint
$$;
