-- Counts what the console's first page shows of an app: its open, unexpired intents by status, those that
-- are stuck, those that wait for a claim, and its open incidents. A plain read of what is open only.
create or replace function interlock.console_overview(p_app_id text)
returns table (
    at timestamptz, reserved bigint, pending bigint, confirming bigint, stuck bigint,
    oldest_at timestamptz, incidents bigint)
language sql stable strict
as $$
    select n.now, count(*) filter (where i.status = 'reserved'),
        count(*) filter (where i.status = 'pending'),
        count(*) filter (where i.status = 'confirming'),
        count(*) filter (where interlock.intents_stuck(
            i.status, i.renewable_until, i.updated_at, i.created_at, n.now)),
        min(i.created_at),
        (select count(*) from interlock.incident d
            where d.app_id = p_app_id and d.resolved_at is null)
    from (select clock_timestamp() as now) n
    left join interlock.intent i
        on i.app_id = p_app_id and i.open and i.expires_at > n.now
    group by n.now
$$;
