-- Lists an app's incidents, newest first, from before (p_before_at, p_before_id); infinity for the first
-- page. p_filter: {status: 'open' | 'resolved' | 'any', kind?, environment?, account_key?, incident_id?}
-- The detail names accounts by their ids where it has their keys. A plain read.
create or replace function interlock.incidents_list(
    p_app_id text, p_filter jsonb, p_before_at timestamptz, p_before_id uuid, p_limit integer)
returns table (
    incident_id uuid, environment text, kind text, account_id text, detail jsonb, status text,
    opened_at timestamptz, seen_at timestamptz, times bigint, resolved_at timestamptz,
    resolved_by jsonb, resolution text)
language sql stable strict
as $$
    select n.incident_id, n.environment, n.kind, a.account_id,
        interlock.incidents_named(n.detail),
        case when n.resolved_at is null then 'open' else 'resolved' end,
        n.opened_at, n.seen_at, n.times, n.resolved_at, n.resolved_by, n.resolution
    from interlock.incident n
    left join interlock.account a on a.account_key = n.account_key
    where n.app_id = p_app_id
        and (n.opened_at, n.incident_id) < (p_before_at, p_before_id)
        and case p_filter ->> 'status'
            when 'open' then n.resolved_at is null
            when 'resolved' then n.resolved_at is not null
            else true end
        and n.kind = coalesce(p_filter ->> 'kind', n.kind)
        and n.environment = coalesce(p_filter ->> 'environment', n.environment)
        and n.incident_id = coalesce((p_filter ->> 'incident_id')::uuid, n.incident_id)
        and (not p_filter ? 'account_key' or n.account_key = (p_filter ->> 'account_key')::uuid
            -- The other side of it.
            or (p_filter ->> 'account_key')::uuid in (
                (n.detail ->> 'owner_key')::uuid, (n.detail ->> 'token_key')::uuid))
    order by n.opened_at desc, n.incident_id desc
    limit p_limit
$$;
