-- Sets how the service asks the store about an app; what is empty (a JSON null for the addresses) stays as
-- it is. Nodes learn of it by the app's revision; what failed until now, and what the store was said not
-- to know, is asked again within a minute. Audited by the key's id, never the key. Locks the app's row, then
-- its access, its checks, its health, which begins anew, and its audit head.
-- Outcomes: not_found; incomplete: nothing to stay as it is, nothing is changed; set.
create or replace function interlock.store_access_set(
    p_app_id text, p_issuer_id text, p_key_id text, p_private_key bytea, p_addresses jsonb,
    p_actor jsonb)
returns text
language plpgsql strict
as $$
declare
    v_access interlock.store_access;
    v_now interlock.store_access;
begin
    perform from interlock.app a where a.app_id = p_app_id for update;
    if not found then
        return 'not_found';
    end if;
    select * into v_access from interlock.store_access s where s.app_id = p_app_id for update;
    if v_access.app_id is null
        and (p_issuer_id = '' or p_key_id = '' or octet_length(p_private_key) = 0)
    then
        return 'incomplete';
    end if;
    update interlock.app a set revision = a.revision + 1 where a.app_id = p_app_id;
    insert into interlock.store_access (app_id, issuer_id, key_id, private_key, addresses)
    values (
        p_app_id, coalesce(nullif(p_issuer_id, ''), v_access.issuer_id),
        coalesce(nullif(p_key_id, ''), v_access.key_id),
        coalesce(nullif(p_private_key, ''), v_access.private_key),
        coalesce(nullif(p_addresses, 'null'), v_access.addresses, '{}'))
    on conflict (app_id) do update
    set issuer_id = excluded.issuer_id, key_id = excluded.key_id,
        private_key = excluded.private_key, addresses = excluded.addresses
    returning * into v_now;
    update interlock.store_check c
    set due_at = least(c.due_at, clock_timestamp() + random() * interval '1 minute')
    where c.app_id = p_app_id and c.tries > 0 and c.taken_until is null;
    delete from interlock.store_health h where h.app_id = p_app_id;
    perform interlock.audit_append(
        p_app_id, p_actor, 'app.store_access', '{}', '', case when v_access.app_id is null then '{}'
            else jsonb_build_object(
                'issuer_id', v_access.issuer_id, 'store_key_id', v_access.key_id,
                'addresses', v_access.addresses) end,
        jsonb_build_object(
            'issuer_id', v_now.issuer_id, 'store_key_id', v_now.key_id,
            'addresses', v_now.addresses));
    return 'set';
end
$$;
