-- Stores a new key by its hash. Outcomes: created, unknown_app.
create or replace function interlock.keys_create(
    p_key_id uuid, p_key_hash bytea, p_app_id text, p_role text, p_label text)
returns text
language plpgsql strict
as $$
begin
    if not exists (select from interlock.app a where a.app_id = p_app_id) then
        return 'unknown_app';
    end if;
    insert into interlock.access_key (key_id, key_hash, app_id, role, label)
    values (p_key_id, p_key_hash, p_app_id, p_role, p_label);
    return 'created';
end
$$;
