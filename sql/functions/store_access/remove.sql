-- Removes how the service asks the store about an app; what was to be asked rests until there is an access
-- again. Nodes learn of it by the app's revision. Audited. Locks the app's row, then its access, its checks,
-- its health, which begins anew, and its audit head.
-- Outcomes: not_found, none (there was no access), removed.
create or replace function interlock.store_access_remove(p_app_id text, p_actor jsonb)
returns text
language plpgsql strict
as $$
declare
    v_access interlock.store_access;
begin
    perform from interlock.app a where a.app_id = p_app_id for update;
    if not found then
        return 'not_found';
    end if;
    delete from interlock.store_access s where s.app_id = p_app_id returning * into v_access;
    if not found then
        return 'none';
    end if;
    update interlock.app a set revision = a.revision + 1 where a.app_id = p_app_id;
    update interlock.store_check c
    set due_at = 'infinity', tries = greatest(c.tries, 1)
    where c.app_id = p_app_id and c.due_at < 'infinity' and c.taken_until is null;
    delete from interlock.store_health h where h.app_id = p_app_id;
    perform interlock.audit_append(
        p_app_id, p_actor, 'app.store_access', '{}', '',
        jsonb_build_object(
            'issuer_id', v_access.issuer_id, 'store_key_id', v_access.key_id,
            'addresses', v_access.addresses), '{}');
    return 'removed';
end
$$;
