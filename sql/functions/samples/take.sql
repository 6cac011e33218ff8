-- Counts what is open in one app whose time has come, and keeps it as the sample of these five minutes.
-- One node counts for all: it locks the app's row in sample_due, and who comes meanwhile takes another app's.
-- The pause until the next count grows with what this one cost, so that counting never takes more than a
-- fiftieth of one core for an app. Samples older than three days go. Gives the app; null when none is due.
-- Locks: the row in sample_due.
create or replace function interlock.samples_take()
returns text
language plpgsql
as $$
declare
    c_pause constant interval := '5 seconds';
    c_cost constant integer := 50;
    v_at timestamptz := clock_timestamp();
    v_app_id text;
begin
    select d.app_id into v_app_id from interlock.sample_due d
    where d.due_at <= v_at order by d.due_at limit 1 for update skip locked;
    if not found then
        return null;
    end if;
    insert into interlock.app_sample (
        app_id, bucket_at, counted_at, reserved, pending, confirming, stuck, incidents, waiting)
    select v_app_id, date_bin('5 minutes', v_at, 'epoch'), v_at,
        count(*) filter (where i.status = 'reserved'),
        count(*) filter (where i.status = 'pending'),
        count(*) filter (where i.status = 'confirming'),
        count(*) filter (where i.stuck_at <= v_at),
        (select count(*) from interlock.incident n
            where n.app_id = v_app_id and n.resolved_at is null),
        interlock.samples_waiting(v_app_id, v_at)
    from interlock.intent i
    where i.app_id = v_app_id and i.open and i.expires_at > v_at
    on conflict (app_id, bucket_at) do update
    set counted_at = excluded.counted_at, reserved = excluded.reserved,
        pending = excluded.pending, confirming = excluded.confirming, stuck = excluded.stuck,
        incidents = excluded.incidents, waiting = excluded.waiting;
    delete from interlock.app_sample s
    where s.app_id = v_app_id and s.bucket_at < v_at - interval '3 days';
    update interlock.sample_due d
    set due_at = clock_timestamp() + greatest(c_pause, c_cost * (clock_timestamp() - v_at))
    where d.app_id = v_app_id;
    return v_app_id;
end
$$;
