-- Ends sessions. Locks their rows. Repeating it is harmless.
create or replace function interlock.console_sessions_close(p_session_hashes bytea[])
returns void
language sql strict
as $$
    delete from interlock.console_session s where s.session_hash = any (p_session_hashes)
$$;
