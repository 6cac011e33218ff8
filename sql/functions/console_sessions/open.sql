-- Opens a session of the console for a key, for so many seconds; ends the one that the same browser had (an
-- empty hash: none) and drops those that have ended by themselves.
-- Locks: the rows that it drops.
create or replace function interlock.console_sessions_open(
    p_session_hash bytea, p_key_id uuid, p_seconds integer, p_instead bytea)
returns void
language plpgsql strict
as $$
declare
    v_at timestamptz := clock_timestamp();
begin
    delete from interlock.console_session s where s.session_hash = p_instead;
    delete from interlock.console_session s where s.session_hash in (
        select e.session_hash from interlock.console_session e
        where e.expires_at <= v_at limit 100 for update skip locked);
    insert into interlock.console_session (session_hash, key_id, opened_at, expires_at)
    values (p_session_hash, p_key_id, v_at, v_at + make_interval(secs => p_seconds))
    on conflict do nothing;
end
$$;
