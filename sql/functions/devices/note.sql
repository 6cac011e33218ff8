-- Remembers that a device asked for its account; called now and then, not with every request.
create or replace function interlock.devices_note(p_account_key uuid, p_device_id text)
returns void
language sql strict
as $$
    insert into interlock.device as d (account_key, device_id, first_seen_at, last_seen_at)
    select a.account_key, p_device_id, clock_timestamp(), clock_timestamp()
    from interlock.account a where a.account_key = p_account_key
    on conflict (account_key, device_id) do update set last_seen_at = excluded.last_seen_at
$$;
