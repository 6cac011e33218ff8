-- Finds the key of a session that has not ended and whose key is not revoked. A plain read.
create or replace function interlock.console_sessions_find(p_session_hash bytea)
returns table (key_id uuid, app_id text, role text, label text)
language sql stable strict
as $$
    select k.key_id, k.app_id, k.role, k.label
    from interlock.console_session s join interlock.access_key k on k.key_id = s.key_id
    where s.session_hash = p_session_hash and s.expires_at > clock_timestamp()
        and k.revoked_at is null
$$;
