-- Revokes a key. Outcomes: revoked (now, or already), not_found.
create or replace function interlock.keys_revoke(p_app_id text, p_key_id uuid)
returns text
language plpgsql strict
as $$
begin
    update interlock.access_key k set revoked_at = coalesce(k.revoked_at, clock_timestamp())
    where k.app_id = p_app_id and k.key_id = p_key_id;
    return case when found then 'revoked' else 'not_found' end;
end
$$;
