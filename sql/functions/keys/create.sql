-- Stores a new key by its hash; audited by its id, role and label, which is not empty. Locks the app's audit
-- head. Outcomes: created, exists (the id is taken: a form that is sent again makes no second key),
-- unknown_app.
create or replace function interlock.keys_create(
    p_key_id uuid, p_key_hash bytea, p_app_id text, p_role text, p_label text,
    p_actor jsonb)
returns text
language plpgsql strict
as $$
begin
    if not exists (select from interlock.app a where a.app_id = p_app_id) then
        return 'unknown_app';
    end if;
    insert into interlock.access_key (key_id, key_hash, app_id, role, label)
    values (p_key_id, p_key_hash, p_app_id, p_role, p_label)
    on conflict (key_id) do nothing;
    if not found then
        return 'exists';
    end if;
    perform interlock.audit_append(
        p_app_id, p_actor, 'key.create', jsonb_build_object('key_id', p_key_id), '', '{}',
        jsonb_build_object('status', 'active', 'role', p_role, 'label', p_label));
    return 'created';
end
$$;
