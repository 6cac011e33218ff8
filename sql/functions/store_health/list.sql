-- Lists how asking the store goes, for each app that has access and each of its environments. next_at: when
-- something is asked next; null when nothing waits. Nothing is asked before rests_until. A plain read.
create or replace function interlock.store_health_list()
returns table (
    app_id text, environment text, key_id text, address text, succeeded_at timestamptz,
    failed_at timestamptz, failure text, detail text, rests_until timestamptz,
    next_at timestamptz)
language sql stable strict
as $$
    select a.app_id, e.environment, s.key_id, s.addresses ->> e.environment, h.succeeded_at,
        h.failed_at, h.failure, h.detail,
        case when h.rests_until > clock_timestamp() then h.rests_until end, n.due_at
    from interlock.store_access s
    join interlock.app a on a.app_id = s.app_id
    cross join lateral unnest(a.environments) e (environment)
    left join interlock.store_health h
        on h.app_id = a.app_id and h.environment = e.environment
    left join lateral (
        select min(c.due_at) as due_at from interlock.store_check c
        where c.app_id = a.app_id and c.environment = e.environment and c.due_at < 'infinity'
            and (c.taken_until is null or c.taken_until < clock_timestamp())) n on true
    order by a.app_id, e.environment
$$;
