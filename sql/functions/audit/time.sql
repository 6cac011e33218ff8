-- Writes a time as the API does, in UTC whatever the session's zone is. Reads nothing.
create or replace function interlock.audit_time(p_at timestamptz)
returns text
language plpgsql immutable strict
as $$
begin
    return to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
end
$$;
