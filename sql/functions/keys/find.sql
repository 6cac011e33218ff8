-- Finds a key that is not revoked by its hash. A plain read.
create or replace function interlock.keys_find(p_key_hash bytea)
returns table (key_id uuid, app_id text, role text, label text)
language sql stable strict
as $$
    select k.key_id, k.app_id, k.role, k.label from interlock.access_key k
    where k.key_hash = p_key_hash and k.revoked_at is null
$$;
