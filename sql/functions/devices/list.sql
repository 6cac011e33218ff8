-- Lists an account's devices, the one seen last first; two hundred at most. A plain read.
create or replace function interlock.devices_list(p_account_key uuid)
returns table (device_id text, first_seen_at timestamptz, last_seen_at timestamptz)
language sql stable strict
as $$
    select d.device_id, d.first_seen_at, d.last_seen_at from interlock.device d
    where d.account_key = p_account_key
    order by d.last_seen_at desc, d.device_id limit 200
$$;
