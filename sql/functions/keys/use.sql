-- Finds a key that is not revoked by its hash, and notes once an hour that it is used. Locks its row for
-- that; where somebody else holds it, it is noted another time.
create or replace function interlock.keys_use(p_key_hash bytea)
returns table (key_id uuid, app_id text, role text, label text)
language plpgsql strict
as $$
declare
    v_at timestamptz := clock_timestamp();
    v_key interlock.access_key;
begin
    select * into v_key from interlock.access_key k
    where k.key_hash = p_key_hash and k.revoked_at is null;
    if not found then
        return;
    end if;
    if v_key.used_at is null or v_key.used_at <= v_at - interval '1 hour' then
        update interlock.access_key k set used_at = v_at
        where k.key_id in (
            select u.key_id from interlock.access_key u
            where u.key_id = v_key.key_id for no key update skip locked);
    end if;
    return query select v_key.key_id, v_key.app_id, v_key.role, v_key.label;
end
$$;
