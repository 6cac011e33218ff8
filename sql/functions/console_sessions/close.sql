-- Ends a session. Locks its row. Repeating it is harmless.
create or replace function interlock.console_sessions_close(p_session_hash bytea)
returns void
language sql strict
as $$
    delete from interlock.console_session s where s.session_hash = p_session_hash
$$;
