-- Revokes a key; audited. Locks its row, then the app's audit head. Outcomes: revoked (now, or already),
-- not_found.
create or replace function interlock.keys_revoke(p_app_id text, p_key_id uuid, p_actor jsonb)
returns text
language plpgsql strict
as $$
declare
    v_key interlock.access_key;
begin
    select * into v_key from interlock.access_key k
    where k.app_id = p_app_id and k.key_id = p_key_id for update;
    if not found then
        return 'not_found';
    end if;
    if v_key.revoked_at is null then
        update interlock.access_key k set revoked_at = clock_timestamp()
        where k.app_id = p_app_id and k.key_id = p_key_id;
        perform interlock.audit_append(
            p_app_id, p_actor, 'key.revoke',
            jsonb_build_object('key_id', p_key_id, 'role', v_key.role, 'label', v_key.label), '',
            '{"status": "active"}', '{"status": "revoked"}');
    end if;
    return 'revoked';
end
$$;
