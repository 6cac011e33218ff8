-- Sets how the service asks the store about an app; replaces what was there. Nodes learn of it by the
-- app's revision; what failed until now, and what the store was said not to know, is asked again within a minute. Outcomes: not_found, set.
create or replace function interlock.store_access_set(
    p_app_id text, p_issuer_id text, p_key_id text, p_private_key bytea, p_addresses jsonb)
returns text
language plpgsql strict
as $$
begin
    update interlock.app a set revision = a.revision + 1 where a.app_id = p_app_id;
    if not found then
        return 'not_found';
    end if;
    insert into interlock.store_access (app_id, issuer_id, key_id, private_key, addresses)
    values (p_app_id, p_issuer_id, p_key_id, p_private_key, p_addresses)
    on conflict (app_id) do update
    set issuer_id = excluded.issuer_id, key_id = excluded.key_id,
        private_key = excluded.private_key, addresses = excluded.addresses;
    update interlock.store_check c
    set due_at = least(c.due_at, clock_timestamp() + random() * interval '1 minute')
    where c.app_id = p_app_id and c.tries > 0 and c.taken_until is null;
    return 'set';
end
$$;
