-- Lists an app's incidents, newest first, from before (p_before_at, p_before_id); infinity for the first
-- page. p_filter: {status: 'open' | 'resolved' | 'any', kind?, environment?, account_key?, incident_id?}
-- The detail names accounts by their ids where it has their keys. A plain read, of an index in its order: as
-- many rows as it gives where all open ones are asked for. Planned once a session; the planner believes that
-- few are as the filter says, and would collect and sort them all: it may not.
create or replace function interlock.incidents_list(
    p_app_id text, p_filter jsonb, p_before_at timestamptz, p_before_id uuid, p_limit integer)
returns table (
    incident_id uuid, environment text, kind text, account_id text, detail jsonb, status text,
    opened_at timestamptz, seen_at timestamptz, times bigint, resolved_at timestamptz,
    resolved_by jsonb, resolution text)
language plpgsql stable strict
set plan_cache_mode = 'force_generic_plan'
set enable_bitmapscan = off
set enable_sort = off
as $$
declare
    v_status text := p_filter ->> 'status';
    v_found interlock.incident[];
begin
    if p_filter ? 'incident_id' then
        v_found := array(
            select n from interlock.incident n
            where n.app_id = p_app_id and n.incident_id = (p_filter ->> 'incident_id')::uuid);
    elsif v_status = 'open' then
        v_found := array(
            select n from interlock.incident n
            where n.app_id = p_app_id and n.resolved_at is null
                and (n.opened_at, n.incident_id) < (p_before_at, p_before_id)
                and interlock.incidents_like(n, p_filter)
            order by n.app_id desc, n.opened_at desc, n.incident_id desc limit p_limit);
    else
        v_found := array(
            select n from interlock.incident n
            where n.app_id = p_app_id
                and (n.opened_at, n.incident_id) < (p_before_at, p_before_id)
                and interlock.incidents_like(n, p_filter)
            order by n.app_id desc, n.opened_at desc, n.incident_id desc limit p_limit);
    end if;
    return query
    select n.incident_id, n.environment, n.kind, a.account_id,
        interlock.incidents_named(n.detail),
        case when n.resolved_at is null then 'open' else 'resolved' end,
        n.opened_at, n.seen_at, n.times, n.resolved_at, n.resolved_by, n.resolution
    from unnest(v_found) n
    left join interlock.account a on a.account_key = n.account_key
    where (n.opened_at, n.incident_id) < (p_before_at, p_before_id)
        and interlock.incidents_like(n, p_filter)
    order by n.opened_at desc, n.incident_id desc
    limit p_limit;
end
$$;
