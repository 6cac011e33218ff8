-- Removes how the service asks the store about an app; what was to be asked rests until there is an access
-- again. Nodes learn of it by the app's revision. Locks the app's row, then its access, its checks and
-- its health, which begins anew.
-- Outcomes: not_found, none (there was no access), removed.
create or replace function interlock.store_access_remove(p_app_id text)
returns text
language plpgsql strict
as $$
begin
    perform from interlock.app a where a.app_id = p_app_id for update;
    if not found then
        return 'not_found';
    end if;
    delete from interlock.store_access s where s.app_id = p_app_id;
    if not found then
        return 'none';
    end if;
    update interlock.app a set revision = a.revision + 1 where a.app_id = p_app_id;
    update interlock.store_check c
    set due_at = 'infinity', tries = greatest(c.tries, 1)
    where c.app_id = p_app_id and c.due_at < 'infinity' and c.taken_until is null;
    delete from interlock.store_health h where h.app_id = p_app_id;
    return 'removed';
end
$$;
